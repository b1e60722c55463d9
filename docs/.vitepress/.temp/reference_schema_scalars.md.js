import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Scalars","description":"","frontmatter":{},"headers":[],"relativePath":"reference/schema/scalars.md","filePath":"reference/schema/scalars.md"}');
const _sfc_main = { name: "reference/schema/scalars.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="scalars" tabindex="-1">Scalars <a class="header-anchor" href="#scalars" aria-label="Permalink to &quot;Scalars&quot;">​</a></h1><h2 id="datetime" tabindex="-1">DateTime <a class="header-anchor" href="#datetime" aria-label="Permalink to &quot;DateTime&quot;">​</a></h2><p><em>Scalar</em></p><p>An instant in UTC, as an RFC 3339 string with milliseconds, such as <code>2026-01-31T09:30:00.000Z</code>.</p><h2 id="json" tabindex="-1">JSON <a class="header-anchor" href="#json" aria-label="Permalink to &quot;JSON&quot;">​</a></h2><p><em>Scalar</em></p><p>Any JSON value.</p><h2 id="jsonobject" tabindex="-1">JSONObject <a class="header-anchor" href="#jsonobject" aria-label="Permalink to &quot;JSONObject&quot;">​</a></h2><p><em>Scalar</em></p><p>A JSON object.</p><h2 id="jsonschema" tabindex="-1">JSONSchema <a class="header-anchor" href="#jsonschema" aria-label="Permalink to &quot;JSONSchema&quot;">​</a></h2><p><em>Scalar</em></p><p>A JSON Schema document, draft 2020-12 unless its <code>$schema</code> says otherwise.</p><h2 id="jsonpointer" tabindex="-1">JSONPointer <a class="header-anchor" href="#jsonpointer" aria-label="Permalink to &quot;JSONPointer&quot;">​</a></h2><p><em>Scalar</em></p><p>A JSON Pointer such as <code>/artifact/title</code>. The empty string points at the whole document.</p><h2 id="safeint" tabindex="-1">SafeInt <a class="header-anchor" href="#safeint" aria-label="Permalink to &quot;SafeInt&quot;">​</a></h2><p><em>Scalar</em></p><p>An integer that every JSON reader can hold exactly, from -(2^53 - 1) to 2^53 - 1.</p><h2 id="url" tabindex="-1">URL <a class="header-anchor" href="#url" aria-label="Permalink to &quot;URL&quot;">​</a></h2><p><em>Scalar</em></p><p>An absolute <code>https:</code> URL (or <code>http:</code> where the deployment allows it).</p><h2 id="eventcursor" tabindex="-1">EventCursor <a class="header-anchor" href="#eventcursor" aria-label="Permalink to &quot;EventCursor&quot;">​</a></h2><p><em>Scalar</em></p><p>An opaque position in the event log of one execution, or in the feed of changes of a tenant. A cursor of another execution or tenant is refused. Compare <code>sequence</code> numbers to order events.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("reference/schema/scalars.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const scalars = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  scalars as default
};
