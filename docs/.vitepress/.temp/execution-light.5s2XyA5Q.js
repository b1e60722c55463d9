const _imports_0 = "/assets/execution-light.6T9gP1dR.png";
export {
  _imports_0 as _
};
