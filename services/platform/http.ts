// What is used of Node's HTTP. An `import` of `node:http` reads every name that it exports, one of which loads Node's web client: a tenth of
// the start of a `ledger` call, in a process that asks nobody over HTTP.
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http')
