/** Names that mislead: words with several meanings here, and kinds of names that say too little. Each with what to say instead. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** Identifiers, and what to say. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  AT_ONCE: 'what it counts: ROWS_PER_TRANSACTION, CONCURRENT_SENDS, CHUNK_BYTES',
  PATIENCE: 'a unit and a noun: REQUEST_TIMEOUT_MS, NOTICE_INTERVAL_MS',
  LATEST: 'a unit and a noun: MAX_DELAY_MS, LATEST_ROWS',
  MOST: 'a noun: MAX_RESULTS, SAMPLE_BYTES',
  TURN: 'TICK_MS for the event loop; a turn belongs to integrations and AI',
  LIMIT: 'a unit and a noun: TIMEOUT_MS, MAX_ANSWER_BYTES',
  REST: 'PAUSE_MS, DEBOUNCE_MS',
  placeOf: 'uploadTargetOf, pointerOf, inodeOf, positionOf',
  Place: 'what is placed: MessageRef, TicketAccess, Span',
  Ground: 'Deps',
  ground: 'deps',
  gathering: 'batcher',
  createGathering: 'createBatcher',
  rehearse: 'dryRun',
  SettingTrial: 'SettingTest',
  WantedUser: 'NewUserInput',
  WantedCompany: 'NewCompanyInput',
}
/** A place on a map. */
const EXCEPTIONS: readonly string[] = ['src/channels/contract.ts Place']

const files = [...new Bun.Glob('{src,ui,cli}/**/*.{ts,tsx}').scanSync(root)]
  .toSorted()
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

/** What a file declares, by kind and name. */
const declared = (code: string, kinds: string): string[] =>
  [...code.matchAll(new RegExp(`^\\s*(?:export )?(?:async )?(?:${kinds}) (\\w+)`, 'gm'))].map(([, name = '']) => name)

test('no declaration has a name that misleads', () => {
  const found = files.flatMap(({ path, code }) =>
    declared(code, 'const|let|function|type|interface|class')
      .filter((name) => Object.hasOwn(FORBIDDEN, name) && !EXCEPTIONS.includes(`${path} ${name}`))
      .map((name) => `${path}: ${name} (say ${FORBIDDEN[name]})`),
  )
  expect(found).toEqual([])
})

/** Participles that are no adjective of a noun; those on -ed are found by their ending. */
const IRREGULAR =
  'Begun|Bound|Built|Chosen|Done|Drawn|Found|Given|Gone|Heard|Held|Kept|Known|Left|Lost|Made|Meant|Read|Said|Seen|Sent|Shown|Spoken|Taken|Told|Written'
const PARTICIPLE = new RegExp(`^(?:${IRREGULAR}|(?!Deed$|Seed$|Speed$|Embed$|Feed$|Need$)[A-Z][a-z]*ed)$`)

test('no type is named by a participle alone', () => {
  const found = files.flatMap(({ path, code }) =>
    declared(code, 'type|interface|class')
      .filter((name) => PARTICIPLE.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('setters of state begin with set', () => {
  const found = files.flatMap(({ path, code }) =>
    [...code.matchAll(/const \[\w+, (\w+)\] = useState\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !/^set[A-Z]/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('rows are inserted, updated and removed; only use cases create, change and delete', () => {
  const found = files
    .filter(({ path }) => path.endsWith('/queries.ts'))
    .flatMap(({ path, code }) =>
      declared(code, 'function|const')
        .filter((name) => /^(?:create|change|delete)[A-Z]/.test(name))
        .map((name) => `${path}: ${name}`),
    )
  expect(found).toEqual([])
})
