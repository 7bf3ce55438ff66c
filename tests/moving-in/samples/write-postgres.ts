/** The text of pg_dump for sample tables, in the shapes that its options give. */
import { type ColumnType, type SampleTable, type SampleValue, textOf } from './table'

export type PostgresOptions = {
  /** `rows`: --inserts with several rows in each. */
  readonly style?: 'copy' | 'inserts' | 'columnInserts' | 'rows'
  readonly schema?: string
  /** --clean --if-exists --create. */
  readonly database?: string
}

const types: Readonly<Record<ColumnType, string>> = {
  integer: 'integer',
  bigint: 'bigint',
  double: 'double precision',
  varchar: 'character varying(255)',
  text: 'text',
  boolean: 'boolean',
  instant: 'timestamp with time zone',
  date: 'date',
  json: 'jsonb',
  uuid: 'uuid',
}

const reserved = new Set(['order', 'user', 'group', 'default', 'read', 'all', 'end', 'table', 'column', 'values'])
/** As pg_dump: quoted only where it must be. */
const quoted = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`

const ROWS_PER_INSERT = 100

export function* postgresDump(tables: readonly SampleTable[], options: PostgresOptions = {}): Generator<string> {
  const { style = 'copy', schema = 'public', database } = options
  yield HEAD
  if (database !== undefined) {
    yield `DROP DATABASE IF EXISTS ${quoted(database)};\n\nCREATE DATABASE ${quoted(database)} WITH TEMPLATE = template0 ENCODING = 'UTF8';\n\n\\connect ${quoted(database)}\n\n${SETTINGS}`
  }
  yield FUNCTIONS.replaceAll('public.', `${quoted(schema)}.`)
  for (const { name, columns } of tables) {
    const lines = columns.map((column) => `    ${quoted(column.name)} ${types[column.type]}${defaultOf(column)}`)
    yield `\n--\n-- Name: ${name}; Type: TABLE; Schema: ${schema}; Owner: -\n--\n\nCREATE TABLE ${quoted(schema)}.${quoted(name)} (\n${lines.join(',\n')}\n);\n\n`
  }
  for (const table of tables) yield* rowsOf(table, `${quoted(schema)}.${quoted(table.name)}`, style)
  yield TAIL
}

const defaultOf = ({ name, type }: { name: string; type: ColumnType }): string =>
  name === 'id' ? ' NOT NULL' : type === 'text' ? " DEFAULT 'a;b, ''c'''::text" : ''

function* rowsOf(table: SampleTable, name: string, style: PostgresOptions['style']): Generator<string> {
  const { columns, rows } = table
  const names = `(${columns.map((column) => quoted(column.name)).join(', ')})`
  yield `\n--\n-- Data for Name: ${table.name}; Type: TABLE DATA; Schema: public; Owner: -\n--\n\n`
  if (style === 'copy') {
    yield `COPY ${name} ${names} FROM stdin;\n`
    for (const row of rows) yield `${row.map((value, at) => copied(value, columns[at]?.type ?? 'text')).join('\t')}\n`
    yield '\\.\n\n'
    return
  }
  const head = `INSERT INTO ${name} ${style === 'columnInserts' ? `${names} ` : ''}VALUES`
  let inRow = 0
  for (const row of rows) {
    const values = `(${row.map((value, at) => literal(value, columns[at]?.type ?? 'text')).join(', ')})`
    if (style !== 'rows') yield `${head} ${values};\n`
    else yield inRow++ % ROWS_PER_INSERT === 0 ? `${inRow > 1 ? ';\n' : ''}${head}\n\t${values}` : `,\n\t${values}`
  }
  yield inRow > 0 ? ';\n\n' : '\n'
}

const copyEscapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
}
function copied(value: SampleValue, type: ColumnType): string {
  const text = textOf(value, type, 'postgres')
  return text === null ? '\\N' : text.replace(/[\b\f\n\r\t\v\\]/g, (sign) => copyEscapes[sign] ?? sign)
}

function literal(value: SampleValue, type: ColumnType): string {
  const text = textOf(value, type, 'postgres')
  if (text === null) return 'NULL'
  if (type === 'boolean') return text === 't' ? 'true' : 'false'
  if ((type === 'integer' || type === 'bigint' || type === 'double') && /^-?[\d.]+(e[+-]?\d+)?$/i.test(text))
    return text
  return `'${text.replaceAll("'", "''")}'`
}

const SETTINGS = `SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
`

const HEAD = `--
-- PostgreSQL database dump
--

\\restrict 1Ki1XAAuIUoXKMxMmUGhJAHGwlw606M1Gk4URzUmRXl4ukYY2qLGN7VSpIL7636

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

${SETTINGS}
`

/** What stands between the tables of real dumps, and looks like rows. */
const FUNCTIONS = `--
-- Name: note_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$ BEGIN INSERT INTO public."Messages" VALUES (1, 'it''s; no row'); -- it's
 RETURN NEW; END; $_$;


CREATE FUNCTION public.sign_of(a integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT
         CASE
             WHEN (sign_of.a > 0) THEN 1
             ELSE 2
         END AS "case";
 SELECT 3;
END;


CREATE VIEW public.names AS
 SELECT 'COPY public."Users" (id) FROM stdin;'::text AS x;


COMMENT ON VIEW public.names IS 'a comment; INSERT INTO public."Users" VALUES (1);
COPY public."Users" (id) FROM stdin;
\\.
';

`

const TAIL = `

--
-- Name: Users Users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Users"
    ADD CONSTRAINT "Users_pkey" PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--

\\unrestrict 1Ki1XAAuIUoXKMxMmUGhJAHGwlw606M1Gk4URzUmRXl4ukYY2qLGN7VSpIL7636

`
