/** The used part of the library that signs. It is a module of its own, so that it is loaded with the first key, and not with the Worker. */
export {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  importPKCS8,
  SignJWT,
} from "jose";
