import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"015. Tools, agents and workflows share one name space and are pinned","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/015-one-name-space-of-callables.md","filePath":"decisions/015-one-name-space-of-callables.md"}');
const _sfc_main = { name: "decisions/015-one-name-space-of-callables.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="015-tools-agents-and-workflows-share-one-name-space-and-are-pinned" tabindex="-1">015. Tools, agents and workflows share one name space and are pinned <a class="header-anchor" href="#015-tools-agents-and-workflows-share-one-name-space-and-are-pinned" aria-label="Permalink to &quot;015. Tools, agents and workflows share one name space and are pinned&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A plan calls things by name. Tools come from servers that nobody here controls; agents and workflows are registered by the tenant. What a name means can change while an execution runs.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Agents, workflows and tools share one name space. Names are compared with <code>-</code> read as <code>_</code>. A name means an agent first; a tool of the same name, or one that comes later, is known by its qualified name only.</li><li>Whether a step calls a tool or an agent is not in the plan but in the definition that was pinned with it.</li><li><code>ExecutionStarted</code> stores every definition that the plan may call, with what runs below it may use. The object never asks the catalog.</li><li>Orchestration is one definition for all agents that have it, cut to what the caller may call itself. It never calls itself, because its key would be among its ancestors.</li><li>What was accepted of a tool is kept until its server is removed, also while the server leaves the tool out. Tools that were not seen before are accepted with the registration.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A registration that changes during a run changes nothing for it.</li><li>The first row of an execution is large when many callables are offered; it is bounded by 200 callables and 1 MB.</li><li>A plan is stable when a server adds a tool whose name collides.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/015-one-name-space-of-callables.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _015OneNameSpaceOfCallables = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _015OneNameSpaceOfCallables as default
};
