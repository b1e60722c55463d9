import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"044. One repository, four packages","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/044-one-repository-four-packages.md","filePath":"decisions/044-one-repository-four-packages.md"}');
const _sfc_main = { name: "decisions/044-one-repository-four-packages.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="044-one-repository-four-packages" tabindex="-1">044. One repository, four packages <a class="header-anchor" href="#044-one-repository-four-packages" aria-label="Permalink to &quot;044. One repository, four packages&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The only way in was to clone the repository and to edit it. Its root was the package: whoever installed it for the client got the server&#39;s dependencies, 65 packages and 71 MB.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Packages lie in <code>packages/</code> and are workspaces of npm: <code>planwright</code> (the Worker as a library, tools and plans in code, the command), <code>@planwright/client</code>, <code>@planwright/react</code> and <code>create-planwright</code>. All have one version.</li><li>The root is private and publishes nothing. The Worker stays in <code>src/</code>; <code>planwright</code> is built from it. So the rooms of <code>src/</code> and their rules hold as before.</li><li>A package is imported by its name everywhere, also in this repository. The condition <code>planwright-source</code> in <code>exports</code> leads to its sources; the compiler, Vite and the tests set it. Nobody else does, so everybody else gets <code>dist/</code>.</li><li>What a package needs of others stands in its own <code>dependencies</code>, in the versions that the lockfile of the root has (N410).</li><li>Tests of packages use the archives that <code>npm pack</code> makes (<code>scripts/build/pack.mjs</code>), in a folder outside of the repository.</li></ul><h2 id="instead-of" tabindex="-1">Instead of <a class="header-anchor" href="#instead-of" aria-label="Permalink to &quot;Instead of&quot;">​</a></h2><ul><li><strong>Paths to the sources in each configuration.</strong> Four tools needed four lists, and a package was imported in another way than its users import it.</li><li><strong>A build before every test.</strong> The sources are what is worked on; the archives are tested where it matters that they are archives.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li><code>planwright/client</code> is now <code>@planwright/client</code>. Neither was published.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/044-one-repository-four-packages.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _044OneRepositoryFourPackages = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _044OneRepositoryFourPackages as default
};
