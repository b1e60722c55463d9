import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"009. The worst case is an upper bound","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/009-the-worst-case-is-an-upper-bound.md","filePath":"decisions/009-the-worst-case-is-an-upper-bound.md"}');
const _sfc_main = { name: "decisions/009-the-worst-case-is-an-upper-bound.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="009-the-worst-case-is-an-upper-bound" tabindex="-1">009. The worst case is an upper bound <a class="header-anchor" href="#009-the-worst-case-is-an-upper-bound" aria-label="Permalink to &quot;009. The worst case is an upper bound&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Before a plan starts, people and policies want to know what it can consume. Much of it is not known yet: which steps fail, how large results are, what a planner would write.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>The worst case of a plan never says too little, and may say too much. Repeated calls, three calls after unknown outcomes and a responder are counted. A request of the responder counts as 256 KB, or as its fixed part plus 64 KB of results, whichever is larger. What runs as an execution of its own counts with everything that it may call. Further calls that only people can cause are left out.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>An approval of a whole plan shows a bound that holds.</li><li>The bound is loose for plans with children and prompts.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/009-the-worst-case-is-an-upper-bound.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _009TheWorstCaseIsAnUpperBound = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _009TheWorstCaseIsAnUpperBound as default
};
