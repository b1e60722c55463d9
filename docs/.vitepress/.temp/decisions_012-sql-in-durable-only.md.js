import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"012. SQL is written directly, and in src/durable only","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/012-sql-in-durable-only.md","filePath":"decisions/012-sql-in-durable-only.md"}');
const _sfc_main = { name: "decisions/012-sql-in-durable-only.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="012-sql-is-written-directly-and-in-srcdurable-only" tabindex="-1">012. SQL is written directly, and in src/durable only <a class="header-anchor" href="#012-sql-is-written-directly-and-in-srcdurable-only" aria-label="Permalink to &quot;012. SQL is written directly, and in src/durable only&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The objects keep everything in the SQLite of Durable Objects. A query builder or an object mapper would hide which rows are written, and rows written are what an execution is billed for.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>SQL is written as text, by files of <code>src/durable</code> only; an architecture test refuses it elsewhere. Each table belongs to one file. A SQL cursor is always read to its end, because one that is left in the middle locks its table against removal.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The number of rows that each operation writes is known and tested.</li><li>The engine knows a journal as an interface. Its tests run in plain Node with a journal in memory; the SQL itself is tested in workerd.</li><li>Nothing checks SQL when the project is compiled; each statement needs a test that runs it.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/012-sql-in-durable-only.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _012SqlInDurableOnly = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _012SqlInDurableOnly as default
};
