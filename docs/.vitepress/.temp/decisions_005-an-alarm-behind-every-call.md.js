import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"005. An alarm is due behind everything that is in flight","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/005-an-alarm-behind-every-call.md","filePath":"decisions/005-an-alarm-behind-every-call.md"}');
const _sfc_main = { name: "decisions/005-an-alarm-behind-every-call.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="005-an-alarm-is-due-behind-everything-that-is-in-flight" tabindex="-1">005. An alarm is due behind everything that is in flight <a class="header-anchor" href="#005-an-alarm-is-due-behind-everything-that-is-in-flight" aria-label="Permalink to &quot;005. An alarm is due behind everything that is in flight&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An object that is lost in the middle of a call is woken by an alarm or by nobody. The platform holds back an alarm that a handler sets until that handler has ended. Without a second alarm the platform repeats the first one: soon after SIGKILL, but 2.4 s after a reset of the object, and after six tries never again.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Whatever puts work in flight sets the alarm in the same turn, half a second ahead. The object that stored the row drives already, and after a crash half a second is less than a restart takes.</li><li>The alarm handler first sets the next alarm, half a second later again, and then drives inside the handler. So an alarm that is due always stands behind what is in flight.</li><li>A fresh instance that finds work begun by another sets the alarm for now, whoever woke it.</li><li>Five resumptions in a row without an outcome end the execution with <code>CRASH_LOOP</code>. If only the responder was left, its failure is <code>CRASH_LOOP</code>, and the execution keeps its result.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Measured with workerd 1.20261023 and calls that were cut after seconds: the alarm fired 1 to 3 ms after the next process listened, and within 30 ms of a reset. An object that was reset 179 times in a row inside handlers that set the next alarm first kept its alarm. A second alarm that was set for 30 s later, as until 0.7.0, was waited for.</li><li>The second alarm costs one write and no run while a call takes its minutes.</li><li>An alarm of half a second instead of at once gave 10 % more executions a second with 16 callers, and one write less each.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/005-an-alarm-behind-every-call.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _005AnAlarmBehindEveryCall = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _005AnAlarmBehindEveryCall as default
};
