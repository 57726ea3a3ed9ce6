// The parts of Node's HTTP that are used. An `import` of `node:http` reads every name that it exports, and one of them
// loads Node's web client: a tenth of the start of a `ledger` call, in a process that makes no HTTP requests.
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http')
