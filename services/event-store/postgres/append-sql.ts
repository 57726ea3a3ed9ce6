// The SQL of an append: a call of the function log.append, which `migrations/064-log-append-given.sql` defines, and the query that finds
// out what became of appends after a conflict.

/**
 * Positions of the first events of the chunks, joined by commas; '-' for a chunk whose stream had another head. Null where the
 * stream that was given had.
 */
export const APPEND = `select array_to_string(log.append(stream_list => $1, expected_versions => $2, expected_hash_list => $3,
  chunks => $4, type_list => $5, hash_list => $6, body_list => $7, given_stream => $8, given_version => $9, given_hash => $10), ',', '-')`

/** Key of the advisory lock that every append holds: whoever else holds it lets nobody append. */
export const APPEND_LOCK = `hashtextextended('fairbook.log.append', 0)`

/** The position of each head that is stored; null for the others. */
export const FIND_HEADS = `
  select e.position
  from unnest($1::text[], $2::integer[], $3::text[]) with ordinality as a (stream, version, hash, number)
  left join log.events e on e.stream = a.stream and e.version = a.version and e.hash = decode(a.hash, 'hex')
  order by a.number`
