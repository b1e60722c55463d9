import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"014. A retry keeps a key only if the inputs are certain to be the same","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/014-keys-of-a-retry.md","filePath":"decisions/014-keys-of-a-retry.md"}');
const _sfc_main = { name: "decisions/014-keys-of-a-retry.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="014-a-retry-keeps-a-key-only-if-the-inputs-are-certain-to-be-the-same" tabindex="-1">014. A retry keeps a key only if the inputs are certain to be the same <a class="header-anchor" href="#014-a-retry-keeps-a-key-only-if-the-inputs-are-certain-to-be-the-same" aria-label="Permalink to &quot;014. A retry keeps a key only if the inputs are certain to be the same&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A retry or fork is a new execution that takes over finished steps and calls others again. A call whose outcome is unknown should be repeated under its old key, so that the callee can recognise it. The same key with other arguments would be a lie that a callee cannot detect.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A key is kept only if the outcome is unknown and the inputs are certain to be the same. A step that definitely failed gets a raised generation. A step that never ran, or that succeeded and runs again, gets a key of its own, because two retries of one execution must not share a key for calls whose arguments may differ. New arguments are compared by what they mean, not by their spelling.</p><p>A call whose answer was only taken for wrong, whose attempt may have left unseen before a crash, or whose tool has become unsafe since counts as one that may have had its effect. An unknown <code>UNSAFE</code> step runs again only if the request names it.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>No key is ever used with other arguments; the simulation of chains of retries checks it.</li><li>A <code>KEYED</code> callee can deduplicate across retries, and across retries of retries.</li><li>The mutation and its preview use one function, so that the preview is what happens.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/014-keys-of-a-retry.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _014KeysOfARetry = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _014KeysOfARetry as default
};
