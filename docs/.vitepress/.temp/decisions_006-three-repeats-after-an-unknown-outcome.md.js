import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"006. Three repeats after an unknown outcome","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/006-three-repeats-after-an-unknown-outcome.md","filePath":"decisions/006-three-repeats-after-an-unknown-outcome.md"}');
const _sfc_main = { name: "decisions/006-three-repeats-after-an-unknown-outcome.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="006-three-repeats-after-an-unknown-outcome" tabindex="-1">006. Three repeats after an unknown outcome <a class="header-anchor" href="#006-three-repeats-after-an-unknown-outcome" aria-label="Permalink to &quot;006. Three repeats after an unknown outcome&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A call whose answer was lost may have had its effect. If repeating it is harmless, it should be repeated, but a callee that kills its caller, or an answer that always breaks, would be called for ever. <code>maxAttempts</code> does not bound it, because its author meant failures that are known.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Calls after an unknown outcome are counted apart from known failures: at most three, whatever <code>maxAttempts</code> says, with the same key. <code>UNSAFE</code> calls are not repeated unless <code>inDoubt</code> says so. Nothing is called again after a cancel or after the execution&#39;s deadline. A call whose answer was too large is repeated by a person only.</p><p>An agent&#39;s answer that breaks its contract is ANSWERED with <code>PROTOCOL</code>: it is not asked for again, and a retry treats it as a call that may have had its effect.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>One bad connection costs nothing, and a call is made four times at most.</li><li>A process that dies four times within the time of one repeatable call costs that step.</li><li>A model call that was lost is counted in full against the budget before it is repeated (<a href="./008-budgets-are-reserved-before-the-call.html">008</a>).</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/006-three-repeats-after-an-unknown-outcome.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _006ThreeRepeatsAfterAnUnknownOutcome = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _006ThreeRepeatsAfterAnUnknownOutcome as default
};
