/** Why a dump, an archive or a folder of files is refused: a code for screens, and a sentence for the command line. */

/** `{name}` stands for a fact. Each sentence names what is wrong, and what to do. */
const sentences = {
  notFound: 'There is no file {path}.',
  notReadable: '{path} cannot be read: {why}.',
  empty: '{path} is empty. The program that made it failed: look at what it printed, and make the dump again.',
  isFolder: '{path} is a folder without a dump in it. Give the .sql file itself, and the folder of files with --media.',
  pipedArchive:
    'An archive cannot be read from a pipe, because its files are needed later. Save it, and give the path of the file.',
  customFormat:
    '{path} is a dump of PostgreSQL in {format} format. Turn it into SQL first: {command}. Or install pg_restore on this machine, and Balcão does it.',
  pgRestoreFailed: 'pg_restore could not read {path}: {why}. Make a plain dump instead: {command}.',
  zip: '{path} is a zip archive. Unpack it and give the .sql file in it: {command}.',
  packed: '{path} is compressed with {format}, which Balcão does not read. Unpack it on the way: {command}.',
  sqlite: '{path} is an SQLite database, not a dump of PostgreSQL or MySQL.',
  html: '{path} is a web page, not a dump: it probably holds an error of the site that it was downloaded from. It begins with: {begins}',
  notSql: '{path} is no SQL dump. Make one with {command}. It begins with: {begins}',
  toolFailed: 'The program that made {path} failed, and its message is in the file: {line}',
  noDumpInArchive:
    'The archive {path} contains no SQL dump. Balcão looks for backups/db_dump.sql, and for any other file with SQL in it.',
  archiveCut: 'The archive {path} ends too early: the copy was interrupted. Copy it again, and compare the sizes.',
  archiveDamaged: 'The archive {path} is damaged: {why}. Copy it again, and compare the checksums.',
  truncated:
    'The dump ends too early: {what}. Make it again, and look whether the disk was full or the connection broke.',
  utf16:
    '{path} is in UTF-16, as PowerShell writes it. Make the dump with the option that names the file: pg_dump -f dump.sql, or mysqldump --result-file=dump.sql.',
  encoding: 'The dump is in the encoding {encoding}, which loses letters. Make it again with {command}.',
  notUtf8:
    'Not UTF-8: the bytes {bytes} in row {row} of table {table}, column {column} (byte {at} of the SQL), after "{before}". Make the dump again with {command}.',
  severalDatabases:
    'The file contains several databases with tables: {names}. Dump only the one of the installation, or name it with --database.',
  noSuchDatabase: 'The file contains no database {name}, only: {names}.',
  twoDumps: 'Table {table} is created twice: two dumps are in one file. Give each by itself.',
  noColumns:
    'The dump inserts into table {table} without naming its columns. Dump the tables together with their rows (without --data-only or --no-create-info).',
  columnCount:
    'Row {row} of table {table} has {found} values, but there are {expected} columns (byte {at} of the SQL). The file was edited, or is damaged.',
  unknownColumn: 'Table {table} gets rows with a column {column} that it does not have (byte {at} of the SQL).',
  value: 'Row {row} of table {table} has a value that is no constant: {found} (byte {at} of the SQL).',
  syntax: 'The SQL cannot be understood at byte {at}: {found}',
  rowTooLarge: 'Row {row} of table {table} is larger than {limit} MB (byte {at} of the SQL).',
  statementTooLarge: 'A statement is larger than {limit} MB (byte {at} of the SQL): {found}',
  tooMany: 'The dump has more than {limit} {what}.',
  noRows: '{path} contains no rows. Dump the tables with their data (without --schema-only or --no-data).',
  diskFull:
    'The disk is full: {path} needs about as much space as the dump has uncompressed, and {read} bytes of it were read. Make room on that disk, and run the same command again.',
  noFiles: '{path} contains no files of an installation. Give their folder public, or an archive of it.',
  filesTooLarge: 'The files in {path} need {needed} bytes, and {free} are free in {folder}.',
} as const

export type RefusalCode = keyof typeof sentences
export type RefusalFacts = Readonly<Record<string, string | number>>

export const refusalCodes = Object.keys(sentences) as readonly RefusalCode[] // the keys are those of a constant

export class DumpRefusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(sentences[code].replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole)))
    this.name = 'DumpRefusal'
    this.code = code
    this.facts = facts
  }
}

export function refuse(code: RefusalCode, facts?: RefusalFacts): never {
  throw new DumpRefusal(code, facts)
}
