import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"004. A further attempt of an UNSAFE call has a row of its own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/004-a-row-for-each-unsafe-attempt.md","filePath":"decisions/004-a-row-for-each-unsafe-attempt.md"}');
const _sfc_main = { name: "decisions/004-a-row-for-each-unsafe-attempt.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="004-a-further-attempt-of-an-unsafe-call-has-a-row-of-its-own" tabindex="-1">004. A further attempt of an UNSAFE call has a row of its own <a class="header-anchor" href="#004-a-further-attempt-of-an-unsafe-call-has-a-row-of-its-own" aria-label="Permalink to &quot;004. A further attempt of an UNSAFE call has a row of its own&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The row of a failed attempt carries the time of the next one, so it is the intent of the next attempt (E2). An object that wakes up after a back-off knows that the next attempt was due. It cannot know whether that attempt left before a crash.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>For <code>READ_ONLY</code>, <code>IDEMPOTENT</code> and <code>KEYED</code> calls the row of the failed attempt stays the intent: calling again is harmless. For <code>UNSAFE</code> calls each further attempt stores <code>StepStarted</code> with its attempt number before the request leaves.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>An <code>UNSAFE</code> call that was only refused is retried after a crash, because it is known not to have left.</li><li>An <code>UNSAFE</code> call that may have left is never repeated by itself.</li><li>The price is one row for each further attempt of an <code>UNSAFE</code> call.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/004-a-row-for-each-unsafe-attempt.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _004ARowForEachUnsafeAttempt = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _004ARowForEachUnsafeAttempt as default
};
