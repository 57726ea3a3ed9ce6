// The SQL of an append: a call of the function log.append, defined in `migrations/064-log-append-given.sql`, and the
// query that finds out after a conflict which appends had been written, and what their streams hold instead.

/**
 * Positions of the first events of the chunks, joined by commas; '-' for a chunk whose stream has another head. Null if
 * the stream that was given has another head.
 */
export const APPEND = `select array_to_string(log.append(stream_list => $1, expected_versions => $2, expected_hash_list => $3,
  chunks => $4, type_list => $5, hash_list => $6, body_list => $7, given_stream => $8, given_version => $9, given_hash => $10), ',', '-')`

/** Key of the advisory lock that every append holds: taking it keeps everybody from appending. */
export const APPEND_LOCK = `hashtextextended('fairbook.log.append', 0)`

/** The events of streams after a version and up to another, with the number of their row, from 1. */
export const FIND_EVENTS = `
  select a.number, e.position, e.stream, e.version, e.type, encode(e.hash, 'hex'), e.body
  from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as a (stream, after, last, number)
  join log.events e on e.stream = a.stream and e.version > a.after and e.version <= a.last
  order by a.number, e.version`
