import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"011. Parked executions are woken by the index of their tenant","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/011-parked-executions-are-woken-by-the-index.md","filePath":"decisions/011-parked-executions-are-woken-by-the-index.md"}');
const _sfc_main = { name: "decisions/011-parked-executions-are-woken-by-the-index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="011-parked-executions-are-woken-by-the-index-of-their-tenant" tabindex="-1">011. Parked executions are woken by the index of their tenant <a class="header-anchor" href="#011-parked-executions-are-woken-by-the-index-of-their-tenant" aria-label="Permalink to &quot;011. Parked executions are woken by the index of their tenant&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An execution with a row that the running code does not know is parked. When newer code is deployed, nobody wakes its object: objects are woken by alarms and requests alone. An alarm of every parked execution every few seconds would keep all of them awake.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Each parked execution tells the index of its tenant once. The index object looks for all of them whether the code knows other rows now than when they were parked, and wakes those that can go on.</p><p>Members of the first and the last row that say whose an execution is and how it ended keep their meaning in every version (<code>src/execution/views/parked-view.ts</code>), so that older code can show it.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A deployment and a rollback lose nothing, and cost one object instead of all.</li><li>What a parked execution says of itself has revision 0: the index lists it only if it knows nothing better, and counts no consumption by it.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/011-parked-executions-are-woken-by-the-index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _011ParkedExecutionsAreWokenByTheIndex = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _011ParkedExecutionsAreWokenByTheIndex as default
};
