import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"008. Budgets are reserved before the call","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/008-budgets-are-reserved-before-the-call.md","filePath":"decisions/008-budgets-are-reserved-before-the-call.md"}');
const _sfc_main = { name: "decisions/008-budgets-are-reserved-before-the-call.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="008-budgets-are-reserved-before-the-call" tabindex="-1">008. Budgets are reserved before the call <a class="header-anchor" href="#008-budgets-are-reserved-before-the-call" aria-label="Permalink to &quot;008. Budgets are reserved before the call&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Tokens and money are bounded for each execution, for its children and for each tenant and month. What a model call consumes is known only after it. A budget that is checked against what was consumed so far is passed by calls that run at the same time, and by a process that dies before it has counted.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Before each model call the maximum that it could use is reserved in every budget: one token for each byte of the request, and all of <code>maxOutputTokens</code>. The rest is given back after the call.</li><li>A model call has a row for its intent, <code>ModelCallStarted</code>, beside the one for its end. A call that a fresh object finds begun was lost, and counts in full.</li><li>A child receives a part of its parent&#39;s budget, reserved whole: what is left, shared evenly among the unfinished steps that may call models. What it did not use comes back at its end.</li><li>Part of the time, calls and tokens of an execution is kept for the responder.</li><li>Monthly budgets are totals, not differences: an execution reports what it has consumed with the sequence of its journal, and the tenant adds the difference to the month (UTC) in which the report comes.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>No budget can be passed, neither by parallel calls nor by crashing.</li><li>Repeated and late reports change nothing.</li><li>A reservation counts in every month it lasts into. One that nobody settles counts to the end of its month, and for two hours at least.</li><li>A budget refuses calls that would have fitted, because the estimate is the maximum.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/008-budgets-are-reserved-before-the-call.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _008BudgetsAreReservedBeforeTheCall = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _008BudgetsAreReservedBeforeTheCall as default
};
