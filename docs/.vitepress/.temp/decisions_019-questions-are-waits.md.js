import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"019. A question to a person is a wait, and a callee that asks has answered","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/019-questions-are-waits.md","filePath":"decisions/019-questions-are-waits.md"}');
const _sfc_main = { name: "decisions/019-questions-are-waits.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="019-a-question-to-a-person-is-a-wait-and-a-callee-that-asks-has-answered" tabindex="-1">019. A question to a person is a wait, and a callee that asks has answered <a class="header-anchor" href="#019-a-question-to-a-person-is-a-wait-and-a-callee-that-asks-has-answered" aria-label="Permalink to &quot;019. A question to a person is a wait, and a callee that asks has answered&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Steps ask people, policies ask for approvals, MCP tools and A2A agents ask in the middle of a call. A person may answer after a week, after a crash, or twice.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>All of them are one wait with one question, which is answered once. A call of a callable whose provider is a person is no attempt: the step waits, and the answer is its output.</li><li>A callee that asks has answered its attempt. The step waits, and a further attempt takes the answer to it under the same key. The row of the answer is the intent of that attempt, except for <code>UNSAFE</code>, where it has a row of its own. At most ten questions for a step.</li><li>What runs below asks for its own plan unless it is a workflow: an agent&#39;s plan, or one that orchestration is given, was shown to nobody. No approval is given by silence.</li><li>A tool of a manifest that a component shows and no callable is named after is answered by a person. Everything else that matches nothing is an error.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The clock of the execution stands while only people are waited for, and nothing is held in memory.</li><li>An answer is applied exactly once, and never to a call other than the one that was shown.</li><li>A callee has to keep its side of a question as long as the person may take.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/019-questions-are-waits.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _019QuestionsAreWaits = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _019QuestionsAreWaits as default
};
