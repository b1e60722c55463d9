import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"021. In the dashboard, what a person does wins over what is about to be rendered","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/021-input-wins-over-rendering.md","filePath":"decisions/021-input-wins-over-rendering.md"}');
const _sfc_main = { name: "decisions/021-input-wins-over-rendering.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="021-in-the-dashboard-what-a-person-does-wins-over-what-is-about-to-be-rendered" tabindex="-1">021. In the dashboard, what a person does wins over what is about to be rendered <a class="header-anchor" href="#021-in-the-dashboard-what-a-person-does-wins-over-what-is-about-to-be-rendered" aria-label="Permalink to &quot;021. In the dashboard, what a person does wins over what is about to be rendered&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Preact renders at once, but <code>useEffect</code> and <code>useSignalEffect</code> run after the next frame, with what their rendering knew. A busy machine takes a tenth of a second for a frame. A person who types or clicks within that frame was overruled by an effect that knew nothing of it.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>What writes a state that a person can write, moves the focus, navigates or binds keys is a <code>useLayoutEffect</code> or an <code>effect</code> that runs at once, or first looks whether somebody does something else by now.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Nothing that a person has typed or chosen is undone by rendering.</li><li><code>test/browser/early-acts.test.ts</code> and <code>early-typing.test.ts</code> act within those frames.</li><li>New effects have to be judged by this rule; the linter does not know it.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/021-input-wins-over-rendering.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _021InputWinsOverRendering = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _021InputWinsOverRendering as default
};
