// Made by scripts/generate/validators.mjs from src/plan/standard-output-schema.ts. Do not edit.
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"type":"object","properties":{"artifact_id":{"type":"string","description":"Unique identifier for the artifact"},"artifact":{"type":"object","description":"Tool-specific artifact data"},"_metadata":{"type":"object","properties":{"context_id":{"type":"string"},"request_id":{"type":"string"},"trace_id":{"type":"string"},"user_id":{"type":"string"},"tool_name":{"type":"string"},"executed_at":{"type":"string","format":"date-time"}}}},"required":["artifact_id","artifact","_metadata"]};
const formats0 = /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.artifact_id === undefined) && (missing0 = "artifact_id")) || ((data.artifact === undefined) && (missing0 = "artifact"))) || ((data._metadata === undefined) && (missing0 = "_metadata"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.artifact_id !== undefined){
const _errs1 = errors;
if(typeof data.artifact_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/artifact_id",schemaPath:"#/properties/artifact_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.artifact !== undefined){
let data1 = data.artifact;
const _errs3 = errors;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
validate10.errors = [{instancePath:instancePath+"/artifact",schemaPath:"#/properties/artifact/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data._metadata !== undefined){
let data2 = data._metadata;
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.context_id !== undefined){
const _errs7 = errors;
if(typeof data2.context_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/_metadata/context_id",schemaPath:"#/properties/_metadata/properties/context_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.request_id !== undefined){
const _errs9 = errors;
if(typeof data2.request_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/_metadata/request_id",schemaPath:"#/properties/_metadata/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.trace_id !== undefined){
const _errs11 = errors;
if(typeof data2.trace_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/_metadata/trace_id",schemaPath:"#/properties/_metadata/properties/trace_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.user_id !== undefined){
const _errs13 = errors;
if(typeof data2.user_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/_metadata/user_id",schemaPath:"#/properties/_metadata/properties/user_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.tool_name !== undefined){
const _errs15 = errors;
if(typeof data2.tool_name !== "string"){
validate10.errors = [{instancePath:instancePath+"/_metadata/tool_name",schemaPath:"#/properties/_metadata/properties/tool_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.executed_at !== undefined){
let data8 = data2.executed_at;
const _errs17 = errors;
if(errors === _errs17){
if(errors === _errs17){
if(typeof data8 === "string"){
if(!(formats0.test(data8))){
validate10.errors = [{instancePath:instancePath+"/_metadata/executed_at",schemaPath:"#/properties/_metadata/properties/executed_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/_metadata/executed_at",schemaPath:"#/properties/_metadata/properties/executed_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/_metadata",schemaPath:"#/properties/_metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}
