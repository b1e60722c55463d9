/**
 * The used part of the MCP client for OAuth. It is a module of its own, so that the bundler leaves out the rest: of `import()` of a package
 * it keeps everything.
 */
export {
  checkResourceAllowed,
  DpopSession,
  discoverOAuthServerInfo,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  fetchToken,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
  refreshAuthorization,
  registerClient,
  requestJwtAuthorizationGrant,
  resourceUrlFromServerUrl,
  selectClientAuthMethod,
  startAuthorization,
} from "@modelcontextprotocol/client";
