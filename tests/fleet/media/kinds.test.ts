/**
 * Whatever the program writes to a disk is somewhere in a fleet: a source file that begins to write fails here until it stands in
 * the table with what becomes of it.
 */
import { expect, test } from 'bun:test'
import { readSources } from '../exits'

/** What becomes of a kind of file. */
const kinds = {
  log: 'a database of a company or control.db: every commit is in the log',
  store: 'stored under its hash: in the object store before a row names it',
  secret: 'the key of the installation, which all nodes have',
  node: 'says something about this node or process, and is made anew elsewhere',
  backup: 'a copy of what this node owns, for people to keep elsewhere',
  aside: 'a folder that was replaced or deleted, kept on this node for people; media of it stay in the object store',
  passing: 'begun and finished or removed by one piece of work; a restart begins it again',
  moving: 'an installation that moves in, on the node of control.db: begun again if that changes meanwhile',
  program: 'a version of the program, for each machine on its own',
  standby: 'says that an installation was restored and may not send: it is activated before it enters a fleet',
  fleet: 'the copies, notes and certificates of a node, which the fleet makes anew',
  reads: 'opens files to read them',
  outside: 'not in the data folder, or a command for one machine',
} as const

const WRITING =
  /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|open|openSync|mkdir|mkdirSync|mkdtemp|mkdtempSync|rename|renameSync|copyFile|copyFileSync|cp|cpSync|link|linkSync|symlink|symlinkSync|truncate|truncateSync|ftruncateSync)\b/
const fromFs = /import\s*\{([^}]*)\}\s*from '(?:node:)?fs(?:\/promises)?'/g

function writes(code: string): boolean {
  const imported = [...code.matchAll(fromFs)].some(([, names = '']) => WRITING.test(names.replaceAll(/type \w+/g, '')))
  return imported || /\bBun\.write\(|\bnew Sqlite\(|\bBun\.file\([^)]*\)\.writer\(|\bopenSqlite\(/.test(code)
}

const table: Readonly<Record<string, keyof typeof kinds>> = {
  'cli/commands/demo.ts': 'outside',
  'cli/exit.ts': 'outside',
  'cli/permissions.ts': 'outside',
  'cli/serving.ts': 'outside',
  'src/channels/meta/download.ts': 'passing',
  'src/channels/meta/pages/profiles.ts': 'passing',
  'src/channels/sessions/session-store.ts': 'log',
  'src/channels/whatsapp/media/download.ts': 'passing',
  'src/channels/whatsapp/media/fetch-blob.ts': 'passing',
  'src/channels/whatsapp/people.ts': 'passing',
  'src/features/machines/sample.ts': 'outside',
  'src/features/monitor/setting-tests.ts': 'passing',
  'src/fleet/copies.ts': 'fleet',
  'src/fleet/crash.ts': 'fleet',
  'src/fleet/durable.ts': 'fleet',
  'src/fleet/journal.ts': 'fleet',
  'src/fleet/keeper.ts': 'log',
  'src/fleet/media/downloads.ts': 'store',
  'src/fleet/readable.ts': 'fleet',
  'src/fleet/rebuild.ts': 'log',
  'src/fleet/restored.ts': 'fleet',
  'src/fleet/set-aside.ts': 'aside',
  'src/fleet/setup/bundle.ts': 'fleet',
  'src/fleet/setup/join.ts': 'fleet',
  'src/fleet/snapshot.ts': 'fleet',
  'src/fleet/socket-path.ts': 'reads',
  'src/fleet/wal-index.ts': 'reads',
  'src/fleet/wal.ts': 'reads',
  'src/moving-in/dump/open.ts': 'moving',
  'src/moving-in/dump/stage.ts': 'moving',
  'src/moving-in/dump/staging.ts': 'moving',
  'src/moving-in/families/staging.ts': 'moving',
  'src/moving-in/files/unpack.ts': 'moving',
  'src/operator/backup/create.ts': 'backup',
  'src/operator/backup/files.ts': 'backup',
  'src/operator/backup/programs.ts': 'backup',
  'src/operator/backup/restore.ts': 'log',
  'src/operator/certificates/tls-files.ts': 'node',
  'src/operator/handover.ts': 'passing',
  'src/operator/inspect.ts': 'reads',
  'src/operator/moving-in/building.ts': 'log',
  'src/operator/moving-in/files.ts': 'store',
  'src/operator/moving-in/folder.ts': 'moving',
  'src/operator/moving-in/source-files.ts': 'moving',
  'src/operator/moving-in/taken.ts': 'reads',
  'src/operator/moving-in/touched.ts': 'log',
  'src/operator/moving-in/uploads.ts': 'moving',
  'src/operator/sample/moving-in.ts': 'outside',
  'src/operator/standby.ts': 'standby',
  'src/operator/stored-version.ts': 'reads',
  'src/operator/tenants/delete.ts': 'aside',
  'src/operator/tenants/restore.ts': 'aside',
  'src/operator/update/answers.ts': 'program',
  'src/operator/update/asked.ts': 'program',
  'src/operator/update/attempts.ts': 'program',
  'src/operator/update/copies.ts': 'program',
  'src/operator/update/download.ts': 'program',
  'src/operator/update/waiting-companies.ts': 'program',
  'src/operator/update/finish.ts': 'program',
  'src/operator/update/hand-over.ts': 'program',
  'src/operator/update/watch.ts': 'program',
  'src/platform/databases.ts': 'log',
  'src/platform/disk-space.ts': 'passing',
  'src/platform/files.ts': 'store',
  'src/platform/incoming-mail/worker/read.ts': 'passing',
  'src/platform/last-resort.ts': 'outside',
  'src/platform/lock.ts': 'node',
  'src/platform/metrics.ts': 'reads',
  'src/platform/migrators.ts': 'reads',
  'src/platform/operator-storage.ts': 'store',
  'src/platform/parsing/worker/to-ogg.ts': 'passing',
  'src/platform/secret.ts': 'secret',
  'src/platform/spreadsheets/worker/cards.ts': 'passing',
  'src/platform/spreadsheets/worker/read.ts': 'passing',
  'src/platform/spreadsheets/worker/write.ts': 'passing',
  'src/platform/sqlite.ts': 'log',
  'src/platform/template.ts': 'log',
  'src/platform/timetable/answers.ts': 'node',
  'src/server/fleet/installation.ts': 'fleet',
  'src/server/fleet/leftovers.ts': 'fleet',
  'src/server/fleet/node.ts': 'fleet',
  'src/tickets/figures/recount.ts': 'reads',
  'src/tickets/media/from-address.ts': 'reads',
}

test('every source that writes files stands in the table of kinds', () => {
  const found = [...readSources()].flatMap(([path, code]) => (writes(code) ? [path] : []))
  expect(found).toEqual(Object.keys(table).toSorted())
})

test.each([
  ["import { writeFileSync } from 'node:fs'\n", true],
  ["import { mkdir, rm } from 'node:fs/promises'\n", true],
  ["import {\n  existsSync,\n  openSync,\n} from 'node:fs'\n", true],
  ["await Bun.write('a', 'b')", true],
  ["const raw = new Sqlite('a.db')", true],
  ["import { existsSync, readFileSync } from 'node:fs'\n", false],
  ["import { type FileHandle, readdir } from 'node:fs/promises'\n", false],
])('the walk reads %j', (code, isSeen) => expect(writes(code)).toBe(isSeen))
