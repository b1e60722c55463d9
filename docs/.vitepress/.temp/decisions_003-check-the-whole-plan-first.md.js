import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"003. The whole plan is checked before anything is called","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/003-check-the-whole-plan-first.md","filePath":"decisions/003-check-the-whole-plan-first.md"}');
const _sfc_main = { name: "decisions/003-check-the-whole-plan-first.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="003-the-whole-plan-is-checked-before-anything-is-called" tabindex="-1">003. The whole plan is checked before anything is called <a class="header-anchor" href="#003-the-whole-plan-is-checked-before-anything-is-called" aria-label="Permalink to &quot;003. The whole plan is checked before anything is called&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Plans are written by language models. Many are wrong in one detail: a tool that does not exist, a field that the output does not have, a string where a number belongs. Found at run time, such an error leaves the effects of the steps before it.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A plan is compiled by one pure function where it appears: in the Worker if it was given, in the object if a model wrote it. The compiler compares each reference with the schemas on both sides. For every reference it answers whether the field is required, optional, unknown or missing, and how the types relate: subset, overlap, disjoint or unknown. A plan is refused for <em>missing</em> and <em>disjoint</em> only. All problems are reported at once, each with its path.</p><p>What a step declares as its own schemas is enforced beside what its callable declares, and references are typed against the declared output. Arguments are validated again just before each call.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The compiler must never answer <em>missing</em>, <em>subset</em> or <em>disjoint</em> wrongly. Where it does not know, it says so, and the plan runs with a warning.</li><li>A tool without output schema cannot be referred to by field; its text can.</li><li>Loops are not in the plan language: a plan is finite, so that its worst case can be counted (<a href="./009-the-worst-case-is-an-upper-bound.html">009</a>).</li><li><code>Plan.document</code> is the JSON of the typed plan input with canonical references, because the JSON dialects cannot say everything that a typed plan can.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/003-check-the-whole-plan-first.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _003CheckTheWholePlanFirst = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _003CheckTheWholePlanFirst as default
};
