import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"010. Polls leave no rows, and a wait counts as a running call","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/010-polls-leave-no-rows.md","filePath":"decisions/010-polls-leave-no-rows.md"}');
const _sfc_main = { name: "decisions/010-polls-leave-no-rows.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="010-polls-leave-no-rows-and-a-wait-counts-as-a-running-call" tabindex="-1">010. Polls leave no rows, and a wait counts as a running call <a class="header-anchor" href="#010-polls-leave-no-rows-and-a-wait-counts-as-a-running-call" aria-label="Permalink to &quot;010. Polls leave no rows, and a wait counts as a running call&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A step may wait for a child execution or for a task of a remote agent for hours. Both report their end if they can; a lost message has to be found by asking.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The times at which a wait is asked about follow from its beginning alone, so nothing is stored for them: a child after 30 s and at most every 10 minutes, a remote task after 1 s, 2 s, 4 s and at most every minute. A fresh instance just asks.</li><li>A remote agent is called without waiting: the attempt sends the message, the step waits for the task. Only COMPLETED, FAILED, REJECTED and CANCELED are final. A state that A2A does not define is waited for, because nobody can say that it has ended.</li><li>A wait for a child or a remote task counts as a running call against <code>maxParallel</code> and the cap of its group, though no request is in flight.</li><li>The time of one attempt does not bound such a wait; the <code>timeoutMs</code> of the step and the time of the execution do.</li><li>While a person is asked what a remote task wants to know, the task is not asked about. If nobody answers, it is told to stop. Two questions of a task are told apart by everything that its status says, because an agent that was just answered may show the old question for a while.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Waiting for a day costs the rows of one wait.</li><li>A cap of 10 over 50 children means ten at a time.</li><li>What was polled and when cannot be read from the journal.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/010-polls-leave-no-rows.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _010PollsLeaveNoRows = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _010PollsLeaveNoRows as default
};
