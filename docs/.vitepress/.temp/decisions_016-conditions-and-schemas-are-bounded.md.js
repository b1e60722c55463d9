import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"016. Conditions are parsed here, and checks of schemas are bounded by steps","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/016-conditions-and-schemas-are-bounded.md","filePath":"decisions/016-conditions-and-schemas-are-bounded.md"}');
const _sfc_main = { name: "decisions/016-conditions-and-schemas-are-bounded.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="016-conditions-are-parsed-here-and-checks-of-schemas-are-bounded-by-steps" tabindex="-1">016. Conditions are parsed here, and checks of schemas are bounded by steps <a class="header-anchor" href="#016-conditions-are-parsed-here-and-checks-of-schemas-are-bounded-by-steps" aria-label="Permalink to &quot;016. Conditions are parsed here, and checks of schemas are bounded by steps&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Conditions come from plans that models write; schemas come from servers that nobody here controls. Both are evaluated on the Worker&#39;s CPU. A time limit would make the same request succeed on one machine and fail on another.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Conditions are CEL over operands. They are parsed by us and evaluated by a CEL interpreter. What the parser does not list is refused when the plan is compiled. The stored CEL is normalised, so equal conditions have equal plan hashes. References become variables before the expression is parsed, so no value is ever read as text.</li><li>A condition is evaluated when its step would begin, that of a group before its first child. A retry takes skipped steps over.</li><li>A check against a schema is bounded by the schemas that it applies, not by time. Beyond the bound the schema counts as one that cannot be evaluated.</li><li>Schemas that are declared here are refused if a reference comes back to itself without reaching a part of the value. A tool&#39;s are not, because its output may go unchecked.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The same request is judged alike on every machine.</li><li>A hostile schema costs a bounded number of steps; <a href="./../security.html">Security</a> has the measurements.</li><li>A part of CEL is not available in conditions; <a href="./../plans.html">Write plans</a> lists what is.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/016-conditions-and-schemas-are-bounded.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _016ConditionsAndSchemasAreBounded = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _016ConditionsAndSchemasAreBounded as default
};
