/** The rules of who may import whom. When one of these fails, move the code, not the rule. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')

/** The core modules of `src` in reading order: each imports only from earlier ones, types included, and from itself. */
const modules: readonly (readonly string[])[] = [
  ['platform', 'actor', 'errors', 'texts', 'version'],
  ['fleet'],
  ['tenancy'],
  ['moving-in'],
  ['audit'],
  ['settings'],
  ['hours'],
  ['users'],
  ['bulk-import'],
  ['contacts'],
  ['queues'],
  ['channels'],
  ['tickets'],
  ['outbound'],
  ['operator'],
]
/**
 * Features: `features/<module>` imports from core modules and from itself, not from another feature; nothing imports
 * it.
 */
const features = 'features'
/** Features that may import another one, and which. No circle among them. */
const siblings: Record<string, readonly string[]> = {
  campaigns: ['contact-lists', 'message-costs'],
  'contact-lists': ['contact-book'],
  'external-api': ['message-costs'],
  flows: ['bot', 'integrations', 'tags'],
  integrations: ['bot', 'tags'],
  'personal-data': ['contact-book', 'contact-lists'],
  'sign-up': ['password-reset'],
  typebot: ['bot', 'integrations'],
  webhooks: ['campaigns', 'message-costs', 'ratings'],
}
/** Modules that features may import: all but the operator's commands. */
const core = modules.slice(0, -1).flat()
/** Entry points of a module: its definition, its routes and its jobs. No other file of the module imports them. */
const isEntryPoint = (path: string) =>
  /^src\/(?!platform\/|server\/).+\/((message|search)-)?(module|routes|jobs)\.ts$/.test(path)

/** The only values that a module imports from a later one: existence checks of referenced rows, and a permission. */
const upward = [
  'src/users/routes.ts → src/channels/connections/queries',
  'src/users/routes.ts → src/queues/queries',
  'src/hours/routes.ts → src/queues/queries',
  'src/settings/routes.ts → src/users/permissions',
]
const MOST_UPWARD_VALUES = 6
/** Pairs of folders of which the earlier imports the later. */
const MOST_UPWARD_ARROWS = 11

/**
 * Import circles of more than two files, types included, by their first file: none may grow, and no other may appear.
 */
const knownCircles: Readonly<Record<string, number>> = {
  'src/simulator/questions/group-changes.ts': 5,
  'src/channels/whatsapp/media/upload.ts': 8,
  'src/simulator/faults/faults.ts': 14,
}

/** The parts of two large modules, a file or a folder each: a line imports only from lines before it, types included. */
const inner: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/tickets': [
    ['contract', 'errors', 'operations', 'tables', 'variables', 'visibility'],
    ['auto-responders', 'fields', 'figures', 'queries', 'ticket'],
    ['events', 'lists'],
    ['announce', 'log', 'searching'],
    ['groups', 'messages', 'windows'],
    ['merging', 'moves', 'reading'],
    ['media', 'receipts'],
    ['sending'],
    ['message-actions'],
    ['receiving'],
    ['backfill', 'moving-in'],
    ['routes', 'message-routes', 'jobs', 'message-jobs'],
    ['search-routes'],
    ['module', 'message-module'],
  ],
  'ui/features/desk': [
    ['QueueChoice', 'presence', 'rules', 'texts', 'view'],
    ['dialog', 'hits', 'listState', 'live'],
    ['api', 'useDesk'],
    ['UnreadList', 'mentions', 'moves', 'notify', 'useTicket'],
    ['UnreadBell', 'drawer', 'gate'],
    ['dialogs', 'keys'],
    ['composer', 'list'],
    ['chat', 'palette'],
    ['DeskDialogs', 'DeskWatch'],
    ['TicketsPage'],
    ['module'],
  ],
}
/** The only parts that import from their own line or a later one, and why. */
const innerUpward: Readonly<Record<string, string>> = {
  'src/tickets/moves → src/tickets/sending': 'some moves tell the contact: a greeting, that nobody is there, a rating',
  'src/tickets/sending → src/tickets/message-actions': 'the messenger answers for sent messages and sent actions alike',
}

/** The composition root: it may import anything, and only it imports its files. */
const compositionRoot = [
  'standby',
  'main',
  'server',
  'app',
  'modules',
  'jobs',
  'stored-files',
  'parsers',
  'executable',
  'build',
]

/** Every screen may import these. Each of them imports only from those before it, and from itself. */
const commonFeatures = ['directory', 'message-costs', 'contacts', 'messages']
/**
 * Other features stand on one level and do not import each other, but for what is listed here: pages show tabs and dialogs of
 * other features.
 */
const besides: Record<string, readonly string[]> = {
  calendar: ['hours', 'schedules'],
  campaigns: ['outbound'],
  companies: ['plans', 'settings'],
  connections: ['queues', 'bot', 'distribution', 'escalation'],
  desk: ['hours', 'notes', 'quick-messages'],
  flows: ['integrations', 'tags'],
  integrations: ['webhooks'],
  kanban: ['desk', 'notes', 'queues', 'tags'],
  'password-reset': ['login'],
  push: ['escalation'],
  queues: ['bot', 'distribution', 'escalation', 'integrations'],
  schedules: ['hours'],
  settings: ['audit', 'help-videos', 'hours'],
  'sign-up': ['login'],
  simulator: ['connections'],
}
/**
 * The frame around the screens: it may import any feature but the desk, which only a route loads into it. No feature
 * imports it.
 */
const shell = 'shell'
const onlyForRoutes = 'desk'

/** What a start leaves alone, and who needs it. Without such a connection or setting a server never loads it. */
const onDemand: Readonly<Record<string, string>> = {
  '@nats-io/jetstream': 'a fleet',
  '@nats-io/transport-node': 'a fleet',
  '@whiskeysockets/baileys': 'linked phones',
  'src/channels/meta/cloud/product': 'official numbers',
  'src/channels/meta/cloud/read': 'official numbers',
  'src/channels/meta/cloud/render': 'official numbers',
  'src/channels/meta/pages/parse': 'pages and Instagram accounts',
  'src/channels/meta/pages/product': 'pages and Instagram accounts',
  'src/channels/meta/pages/render': 'pages and Instagram accounts',
  'src/fleet/owner': 'a fleet',
  'src/fleet/placement/placement': 'a fleet',
  'src/server/fleet/node': 'a fleet',
  'src/simulator/meta/stand-in': 'the simulator',
  imapflow: 'mailboxes that are read',
  'nodemailer/lib/smtp-connection': 'mail that is sent',
}

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

/** Comments go first, so that an example in one is no import. */
const bare = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Bun's transpiler finds what survives compilation, in every syntax there is; the pattern adds what types alone import. */
export function importsOf(path: string, code: string): { to: string; isType: boolean }[] {
  const loader = path.endsWith('.tsx') ? 'tsx' : 'ts'
  const values = new Set(new Bun.Transpiler({ loader }).scanImports(code).map((found) => found.path))
  const all = new Set(values)
  for (const [, , named] of bare(code).matchAll(/\b(import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/g))
    if (named) all.add(named)
  for (const [, named] of bare(code).matchAll(/\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)/g)) if (named) all.add(named)
  return [...all].map((to) => ({ to, isType: !values.has(to) }))
}

function readImports(folder: string): Import[] {
  const found: Import[] = []
  for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync(join(root, folder))) {
    const from = join(folder, file)
    for (const { to, isType } of importsOf(from, readFileSync(join(root, from), 'utf8')))
      found.push({ from, to: to.startsWith('.') ? relative(root, join(root, dirname(from), to)) : to, isType })
  }
  return found
}

const isOurs = ({ to }: Import) => /^(src|ui|cli|migrations|tests)\//.test(to)
/** `src/tickets/lists/list` → `tickets`; `src/server` → `server`; undefined outside `src`. */
const moduleOf = (path: string) => (path.startsWith('src/') ? path.split('/')[1]?.replace(/\.tsx?$/, '') : undefined)
/** `src/features/tags/queries` → `tags`; undefined elsewhere. */
const featureIn = (path: string) => /^src\/features\/([^/]+)/.exec(path)?.[1]
/** `src/tickets/lists/list` → `tickets`; `src/features/tags/queries` → `features/tags`. What stands on the ground counts as one. */
const folderOf = (path: string) => {
  const [feature, module] = [featureIn(path), moduleOf(path)]
  if (feature !== undefined) return `${features}/${feature}`
  return module !== undefined && floorOf(module) === 0 ? 'platform' : module
}
/** `ui/features/desk/list/TicketRow` → `desk`; undefined elsewhere. */
const featureOf = (path: string) => /^ui\/features\/([^/]+)\//.exec(path)?.[1]
const floorOf = (module: string) => modules.findIndex((together) => together.includes(module))
const listed = (imports: readonly Import[]) => imports.map(({ from, to }) => `${from} → ${to}`)
const fileOf = (path: string) => (path.endsWith('.ts') ? path : `${path}.ts`)

/** The groups of two or more that reach one another, each sorted. */
function circlesIn(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(arrows, ([from]) => from)
  const reached = (from: string) => {
    const seen = new Set((next.get(from) ?? []).map(([, to]) => to))
    for (const one of seen) for (const [, to] of next.get(one) ?? []) seen.add(to)
    return seen
  }
  const reach = new Map([...next.keys()].map((one) => [one, reached(one)]))
  const inCircles = [...reach].flatMap(([one, seen]) => (seen.has(one) ? [one] : []))
  const circleOf = (one: string) =>
    inCircles.filter((other) => reach.get(one)?.has(other) && reach.get(other)?.has(one))
  return [...Map.groupBy(inCircles.map(circleOf), (circle) => circle.toSorted().join()).values()]
    .flatMap(([circle = []]) => [circle.toSorted()])
    .filter((circle) => circle.length > 1)
}

const isContract = (path: string) => /(^|\/)contract(\.ts)?$/.test(path)

const src = readImports('src')
const ui = readImports('ui')

describe('who may import whom', () => {
  test('every part of src is a module, the simulator, or the composition root', () => {
    const parts = new Set(
      [...new Bun.Glob('**/*.ts').scanSync(join(root, 'src'))].map(
        (file) => file.split('/')[0]?.replace(/\.ts$/, '') ?? '',
      ),
    )
    const known = new Set([...modules.flat(), ...compositionRoot, features, 'simulator'])
    expect([...parts].filter((part) => !known.has(part))).toEqual([])
  })

  const goingUp = src.filter(isOurs).filter(({ from, to }) => {
    const [reader, read] = [moduleOf(from), moduleOf(to)]
    if (reader === undefined || read === undefined || reader === read) return false
    const place = floorOf(reader)
    return place >= 0 && floorOf(read) > place
  })

  test('a module imports only from modules before it, types too, but for what is listed', () => {
    expect(listed(goingUp).toSorted()).toEqual(upward.toSorted())
    expect(upward.length).toBeLessThanOrEqual(MOST_UPWARD_VALUES)
  })

  test('few folders import from later ones, and without what is listed no folders are in a circle', () => {
    const arrows = new Set(goingUp.map(({ from, to }) => `${folderOf(from)} → ${folderOf(to)}`))
    expect([...arrows].length).toBeLessThanOrEqual(MOST_UPWARD_ARROWS)
    const between = src.filter(isOurs).flatMap((one) => {
      const [from, to] = [folderOf(one.from), folderOf(one.to)]
      return from === undefined || to === undefined || from === to || listed([one]).some((it) => upward.includes(it))
        ? []
        : [[from, to] as const]
    })
    expect(circlesIn(between)).toEqual([])
  })

  test('no files are in a circle, types included, but for pairs and what is listed', () => {
    const arrows = src.filter(isOurs).map(({ from, to }) => [from, fileOf(to)] as const)
    const grown = circlesIn(arrows).filter(
      ({ length, 0: first = '' }) => length > Math.max(2, knownCircles[first] ?? 0),
    )
    expect(grown).toEqual([])
  })

  test('a feature imports only from core modules and itself, and only the list of modules imports it', () => {
    const inward = src.filter(({ from, to }) => {
      const [feature, read] = [featureIn(from), moduleOf(to)]
      return feature !== undefined && read !== undefined && read !== features && !core.includes(read)
    })
    const across = src.filter(({ from, to }) => {
      const [reader, read] = [featureIn(from), featureIn(to)]
      const isAllowed = reader === read || siblings[reader ?? '']?.includes(read ?? '')
      return read !== undefined && !isAllowed && from !== 'src/modules.ts'
    })
    expect(listed([...inward, ...across])).toEqual([])
  })

  test('only the list of modules imports one, and only that and its own entry points import its routes and jobs', () => {
    const wrong = src.filter(({ from, to }) => {
      const path = fileOf(to)
      if (!path.startsWith('src/') || !isEntryPoint(path)) return false
      if (path.endsWith('module.ts')) return from !== 'src/modules.ts'
      return !isEntryPoint(from) && !compositionRoot.includes(moduleOf(from) ?? '')
    })
    expect(listed(wrong)).toEqual([])
  })

  test('migrations are read by the platform alone', () => {
    expect(
      listed(src.filter(({ from, to }) => to.startsWith('migrations/') && !from.startsWith('src/platform/'))),
    ).toEqual([])
  })

  test('the simulator imports only the platform and itself, and only the composition root, the command line and tests import it', () => {
    const reaches = src
      .filter(isOurs)
      .filter(({ from, to }) => moduleOf(from) === 'simulator' && !/^src\/(simulator|platform)\//.test(to))
    const known = [...src, ...ui].filter(
      ({ from, to, isType }) =>
        moduleOf(to) === 'simulator' &&
        moduleOf(from) !== 'simulator' &&
        moduleOf(from) !== 'main' &&
        !(isType || isContract(to)),
    )
    expect(listed(reaches)).toEqual([])
    expect(listed(known)).toEqual([])
  })

  test('only the composition root imports main, the server, the app or the parsers', () => {
    const wrong = [...src, ...ui].filter(({ from, to, isType }) => {
      const read = moduleOf(to)
      if (read === undefined || !compositionRoot.includes(read)) return false
      const reader = moduleOf(from)
      if (isType && reader === undefined) return false
      return !(reader !== undefined && compositionRoot.includes(reader))
    })
    expect(listed(wrong)).toEqual([])
  })

  test('nothing of the server imports the screens, the command line or tests', () => {
    // The executable is the command line, wrapped.
    const wrong = src.filter(({ from, to }) => /^(ui|cli|tests)\//.test(to) && from !== 'src/executable.ts')
    expect(listed(wrong)).toEqual([])
  })

  test('nothing of the screens imports the command line or tests', () => {
    expect(listed(ui.filter(({ to }) => /^(cli|tests|migrations)\//.test(to)))).toEqual([])
  })

  test('a feature of the screens imports only from those below it', () => {
    const mayImport = (reader: string): readonly string[] => {
      const place = commonFeatures.indexOf(reader)
      return place < 0 ? [...commonFeatures, ...(besides[reader] ?? [])] : commonFeatures.slice(0, place)
    }
    const wrong = ui.filter(({ from, to }) => {
      const [reader, read] = [featureOf(from), featureOf(to)]
      if (reader === undefined || read === undefined || reader === read) return false
      return reader === shell ? read === onlyForRoutes : !mayImport(reader).includes(read)
    })
    expect(listed(wrong)).toEqual([])
  })

  test('what all screens stand on imports no feature, and only main imports a route', () => {
    const wrong = ui.filter(
      ({ from, to }) =>
        (from.startsWith('ui/shared/') && to.startsWith('ui/features/')) ||
        (to.startsWith('ui/routes/') && !from.startsWith('ui/routes/') && from !== 'ui/main.tsx'),
    )
    expect(listed(wrong)).toEqual([])
  })

  test('modules of the screens are known to ui/modules.ts alone, which only the routes and the shell read; the desk has its own route', () => {
    const isModule = (path: string) => /^ui\/features\/[^/]+\/module(\.ts)?$/.test(path)
    const isList = (path: string) => /^ui\/modules(\.ts)?$/.test(path)
    const isDesk = (from: string, to: string) => from === 'ui/routes/desk.ts' && /\/desk\/module(\.ts)?$/.test(to)
    expect(listed(ui.filter(({ from, to }) => isModule(to) && !isList(from) && !isDesk(from, to)))).toEqual([])
    expect(listed(ui.filter(({ from, to }) => isList(to) && !/^ui\/(routes|features\/shell)\//.test(from)))).toEqual([])
  })

  test('one messenger imports nothing from another', () => {
    const messenger = (path: string) => /^src\/channels\/(meta|whatsapp)\//.exec(path)?.[1]
    const wrong = src.filter(({ from, to }) => {
      const [reader, read] = [messenger(from), messenger(to)]
      return reader !== undefined && read !== undefined && reader !== read
    })
    expect(listed(wrong)).toEqual([])
  })

  test('a module has no circle with another slice of itself: contract, tables and rules import no routes or jobs', () => {
    const inner = src.filter(
      ({ from, to }) =>
        /\/(contract|tables|visibility|queries)\.ts$/.test(from) && /(\/actions|[/-](routes|jobs))$/.test(to),
    )
    expect(listed(inner)).toEqual([])
  })
})

describe('what a start loads', () => {
  /** Of values, and not by `import()`. */
  const importedAtOnce = (path: string) =>
    new Bun.Transpiler({ loader: 'ts' })
      .scanImports(readFileSync(join(root, path), 'utf8'))
      .filter(({ kind }) => kind !== 'dynamic-import')
      .map(({ path: to }) => (to.startsWith('.') ? relative(root, join(root, dirname(path), to)) : to))

  /** What is loaded, each with the file that loads it. */
  const loaded = new Map([['src/main', 'the start']])
  for (const one of loaded.keys()) {
    const path = fileOf(one)
    if (!path.startsWith('src/') || !existsSync(join(root, path))) continue
    for (const to of importedAtOnce(path)) if (!loaded.has(to)) loaded.set(to, one)
  }

  test('leaves alone what only some companies need', () => {
    const needless = Object.keys(onDemand).filter((one) => loaded.has(one))
    expect(needless.map((one) => `${loaded.get(one)} → ${one}, which only ${onDemand[one]} need`)).toEqual([])
    expect(loaded.size).toBeGreaterThan(1000)
  })

  test('is imported by something else', () => {
    const imported = new Set(src.map(({ to }) => to))
    expect(Object.keys(onDemand).filter((one) => !imported.has(one))).toEqual([])
  })
})

describe('inside a large module', () => {
  const all = [...src, ...ui]

  test.each(Object.entries(inner))(
    'every part of %s has its place, and imports only from those before it',
    (module, lines) => {
      const partOf = (path: string) =>
        path.startsWith(`${module}/`)
          ? path
              .slice(module.length + 1)
              .split('/')[0]
              ?.replace(/\.tsx?$/, '')
          : undefined
      const parts = new Set(
        [...new Bun.Glob('**/*.{ts,tsx}').scanSync(join(root, module))].map((file) => partOf(`${module}/${file}`)),
      )
      expect([...parts].toSorted()).toEqual(lines.flat().toSorted())
      const lineOf = (part: string) => lines.findIndex((together) => together.includes(part))
      const up = all.flatMap(({ from, to }) => {
        const [reader, read] = [partOf(from), partOf(to)]
        if (reader === undefined || read === undefined || reader === read) return []
        return lineOf(read) < lineOf(reader) ? [] : [`${module}/${reader} → ${module}/${read}`]
      })
      const listed = Object.keys(innerUpward).filter((arrow) => arrow.startsWith(`${module}/`))
      expect([...new Set(up)].toSorted()).toEqual(listed)
    },
  )
})

describe('features that import another feature', () => {
  test.each([
    ['src', siblings],
    ['ui', besides],
  ])('are in no circle (%s)', (_, table: Record<string, readonly string[]>) => {
    const reach = (name: string, seen: readonly string[] = []): readonly string[] =>
      (table[name] ?? []).flatMap((next) => (seen.includes(next) ? [next] : [next, ...reach(next, [...seen, next])]))
    expect(Object.keys(table).filter((name) => reach(name).includes(name))).toEqual([])
  })

  test('are listed only for what they import', () => {
    const unused = (
      table: Record<string, readonly string[]>,
      imports: readonly Import[],
      of: (path: string) => string | undefined,
    ) =>
      Object.entries(table).flatMap(([reader, all]) =>
        all
          .filter((read) => !imports.some(({ from, to }) => of(from) === reader && of(to) === read))
          .map((read) => `${reader} → ${read}`),
      )
    expect([...unused(siblings, src, featureIn), ...unused(besides, ui, featureOf)]).toEqual([])
  })
})

describe('names of folders', () => {
  const foldersIn = (...patterns: readonly string[]) =>
    new Set(
      patterns.flatMap((pattern) =>
        [...new Bun.Glob(pattern).scanSync(root)].map(
          (file) => file.split('/').at(pattern.split('/').indexOf('*')) ?? '',
        ),
      ),
    )
  const onServer = foldersIn('src/*/**', 'src/features/*/**', 'src/channels/*/**', 'src/tickets/*/**')
  const onScreens = foldersIn('ui/features/*/**')
  /** Each part of the screens is called as its part of the server, but for these. */
  const screensAlone: Record<string, string> = {
    'api-docs': 'the page that shows the description of the API',
    companies: 'the operator module',
    'contact-categories': 'the page of contact-book/categories',
    desk: 'where tickets are attended, with all that other features add to it',
    directory: 'people, queues and connections to choose from, which three modules serve',
    installation: 'the operator module',
    kit: 'shows the shared components, for developers',
    login: 'the page of users before they are signed in',
    shell: 'the frame around every page',
  }
  /** Features of the server that have no part of the screens to themselves. */
  const serverAlone: Record<string, string> = {
    'contact-book': 'shown by contacts, whose list, dialogs and imports it serves',
    machines: 'a tab of installation',
    'note-mentions': 'a bell of the desk',
    'personal-data': 'two actions of the contacts page',
    typebot: 'a type of integrations, and fields of a queue',
  }

  test('a feature has the same name in src and ui', () => {
    const features = foldersIn('src/features/*/**')
    expect([...onScreens].filter((name) => !onServer.has(name)).sort()).toEqual(Object.keys(screensAlone))
    expect([...features].filter((name) => !onScreens.has(name)).sort()).toEqual(Object.keys(serverAlone))
  })

  test('tests lie in folders named like what they test', () => {
    /** Tests of the whole product, and what tests stand on. */
    const ofAll = ['api', 'bench', 'chaos', 'cli', 'journeys', 'suite', 'support', 'survival', 'ui']
    const shared = foldersIn('ui/shared/*/**')
    const odd = (folders: ReadonlySet<string>, known: (name: string) => boolean) =>
      [...folders].filter((name) => !known(name))
    const top = foldersIn('src/*/**', 'src/features/*/**')
    expect(odd(foldersIn('tests/*/**'), (name) => top.has(name) || ofAll.includes(name))).toEqual([])
    const ofScreens = (name: string) => onScreens.has(name) || shared.has(name) || ['shared', 'support'].includes(name)
    expect(odd(foldersIn('tests/ui/*/**'), ofScreens)).toEqual([])
    const tickets = foldersIn('src/tickets/*/**')
    expect(odd(foldersIn('tests/tickets/*/**'), (name) => tickets.has(name))).toEqual([])
  })
})

describe('what reads files from outside', () => {
  const libraries = /^(mediabunny|file-type|@mediabunny\/.*|sharp|jimp|xlsx|exceljs|music-metadata)$/
  const usesDecoder = (path: string) => /\bBun\.Image\b/.test(bare(readFileSync(join(root, path), 'utf8')))
  const readers = [
    ...new Set(
      [...src, ...readImports('cli')]
        .flatMap(({ from, to, isType }) => (libraries.test(to) && !isType ? [from] : []))
        .concat(
          [...new Bun.Glob('**/*.ts').scanSync(join(root, 'src'))].map((file) => `src/${file}`).filter(usesDecoder),
        ),
    ),
  ]
  /** Every file that is loaded with these, also by a later `import()`. */
  function loadedWith(...begin: readonly string[]): Set<string> {
    const loaded = new Set(begin)
    for (const path of loaded)
      for (const { from, to, isType } of src) {
        const file = fileOf(to)
        if (from === path && !isType && file.startsWith('src/')) loaded.add(file)
      }
    return loaded
  }

  test('is loaded by the parsing process, and never by the server', () => {
    const server = loadedWith('src/main.ts')
    const worker = loadedWith('src/parsers.ts')
    expect(server.has('src/platform/parsing/parsing.ts')).toBe(true)
    expect(readers.length).toBeGreaterThan(2)
    expect(readers.filter((path) => server.has(path))).toEqual([])
    expect(readers.filter((path) => !worker.has(path))).toEqual([])
  })

  test('is asked for by the command of that process alone', () => {
    const askers = [...src, ...ui, ...readImports('cli')].filter(
      ({ to, isType }) => /^src\/parsers(\.ts)?$/.test(to) && !isType,
    )
    expect(listed(askers)).toEqual(['cli/commands/parse.ts → src/parsers'])
  })
})

describe('what the browser may carry', () => {
  // The bot's machine is pure, and the screen lets people talk to their bot before they save it; whose turn is next shows before a pool is saved. A repeated event is sent once, and expanded on the screen.
  test('screens take values only from contracts, acts, capabilities and lacks, permissions, formats, readers, needles, refused logins, the wire, events, texts, the bot, flows, the distribution and repetitions', () => {
    const allowed =
      /^src\/(.*\/([a-z-]+-)?contract|channels\/(acts|capabilities|lacks)|users\/permissions|contacts\/(phone|number-needle)|platform\/(document|formats|needle|refused-login|wire|events)|texts\/[^/]+|features\/(bot\/(assemble|machine|phrases)|flows\/(machine|check|import)|distribution\/choose|calendar\/repeat))(\.ts)?$/
    const heavy = ui.filter(({ to, isType }) => to.startsWith('src/') && !isType && !allowed.test(to))
    expect(listed(heavy)).toEqual([])
  })

  test('a contract imports only valibot, other contracts, documents, events, formats, addresses, Pix keys and permissions', () => {
    const allowed =
      /^(valibot|src\/.*contract(\.ts)?|src\/platform\/(document|domain|events|formats|mail-address|pix-key)(\.ts)?|src\/users\/permissions(\.ts)?)$/
    expect(listed(src.filter(({ from, to }) => isContract(from) && !allowed.test(to)))).toEqual([])
  })

  test('what screens take values from imports no server library', () => {
    const light =
      /^src\/(.*\/([a-z-]+-)?contract|channels\/(acts|capabilities|lacks)|users\/permissions|contacts\/(number|number-needle|phone)|platform\/(document|formats|mail-address|needle|wire|events|text)|texts\/[^/]+|features\/(bot\/(assemble|machine|understand|phrases)|flows\/(machine|check|import|fill|answers\/[^/]+|pattern)|distribution\/choose|calendar\/repeat))\.ts$/
    const heavy = src.filter(
      ({ from, to, isType }) =>
        light.test(from) &&
        !isType &&
        !isOurs({ from, to, isType }) &&
        !['valibot', 'libphonenumber-js/min'].includes(to),
    )
    expect(listed(heavy)).toEqual([])
  })
})

describe('what belongs where', () => {
  const code = (folder: string) =>
    [...new Bun.Glob('**/*.{ts,tsx}').scanSync(join(root, folder))].map((file) => ({
      path: join(folder, file),
      text: bare(readFileSync(join(root, folder, file), 'utf8')),
    }))
  const files = code('src')
  const withText = (pattern: RegExp, except: RegExp) =>
    files.filter(({ path, text }) => pattern.test(text) && !except.test(path)).map(({ path }) => path)

  test("a messenger's own library stays behind its door", () => {
    const inside = /^src\/(channels\/whatsapp|simulator)\//
    const outside = src.filter(({ from, to }) => /^(@whiskeysockets\/baileys|libsignal)/.test(to) && !inside.test(from))
    expect(listed(outside)).toEqual([])
  })

  test('only the outbox hands a message to a messenger', () => {
    expect(withText(/\bchannel\.send\(/, /^src\/channels\/outbox\/delivery\.ts$/)).toEqual([])
  })

  test('routes emit nothing and open no transaction for an event', () => {
    expect(
      files.filter(({ path, text }) => /[/-]routes\.ts$/.test(path) && /\.emit\(/.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  test('rules, visibility and contracts read no clock', () => {
    const pure = files.filter(
      ({ path }) =>
        /\/(contract|visibility|ticket|message|number|permissions)\.ts$/.test(path) && !path.includes('/simulator/'),
    )
    expect(pure.filter(({ text }) => /Date\.now|new Date\(\)|Math\.random/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('every part that needs the time is handed a clock', () => {
    // A handover waits for another process: that one has the same real clock and no other.
    const clocks = /^src\/(platform\/time\.ts|main\.ts|simulator\/|channels\/whatsapp\/|build\/|operator\/handover\.ts)/
    expect(withText(/Date\.now\b/, clocks)).toEqual([])
  })

  test('nothing is exported by default', () => {
    const tools = /^(ui\/vite\.config\.ts)$/
    const found = [...files, ...code('ui'), ...code('cli')].filter(
      ({ path, text }) => /\bexport\s+default\b/.test(text) && !tools.test(path) && !path.endsWith('.d.ts'),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })

  test('no test of ours is skipped, alone or retried', () => {
    const wrong = code('tests').filter(
      ({ path, text }) =>
        !path.endsWith('architecture.test.ts') &&
        /\b(test|describe|it)\.(skip|only|todo|if|skipIf|todoIf)\b|\bretry:/.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('a test that has a simulator shows what was on the wires when it fails', () => {
    const imports = readImports('tests').filter(({ isType }) => !isType)
    const reaching = new Set(['tests/support/wires.ts'])
    for (const path of reaching) for (const { from, to } of imports) if (`${to}.ts` === path) reaching.add(from)
    const shown = new Set(imports.filter(({ to }) => to === 'tests/support/trace').map(({ from }) => from))
    expect([...reaching].filter((path) => path.endsWith('.test.ts') && !shown.has(path))).toEqual([])
  })
})

test('the reader of imports sees every way to import', () => {
  const sample = `
    import a from './a'
    import type { B } from './b'
    import { type C } from './c'
    export { d } from './d'
    export * from './e'
    export type { F } from './f'
    const g = await import('./g')
    // import './no'
    /* export * from './neither' */
    import {
      h,
      type I,
    } from './h'
    import './j'
    console.log(a, g, h)`
  const found = importsOf('sample.ts', sample)
  expect(found.map(({ to }) => to).sort()).toEqual(['./a', './b', './c', './d', './e', './f', './g', './h', './j'])
  expect(
    found
      .filter(({ isType }) => isType)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['./b', './c', './f'])
})

test('circles are found once each, whatever leads into them', () => {
  const arrows = ['ab', 'bc', 'ca', 'dc', 'de', 'ed', 'ff', 'cg'].map(([from = '', to = '']) => [from, to] as const)
  expect(circlesIn(arrows)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})
