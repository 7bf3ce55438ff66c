import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CompanyReport, ImportReport, MovedCount, TakenSession } from '../../src/moving-in/contract'
import type {
  FirstCompany,
  FoundCompany,
  ImportDeps,
  ImportResult,
  Question,
  SourceSummary,
} from '../../src/operator/moving-in/import'
import type { Databases } from '../../src/platform/databases'
import { type Common, dataDirOf, inFleet, installationCommand, interruption, openAnswers, outputOf } from '../command'
import type { CommandContext } from '../index'
import { print, printEarly, table } from '../terminal'

type Options = Common & {
  media?: string
  dryRun?: boolean
  yes?: boolean
  name?: string
  zone?: string
  companies?: (id: string) => boolean
  database?: string
  takeSessions?: boolean
  redis?: string
  answers?: string
}

/** Lower than that of a server, which answers people meanwhile. */
const NICENESS = 10

export function importCommand(carried: CommandContext): Command {
  return installationCommand(
    'import',
    'Move an installation of Ticketz, Whaticket or Izing in: companies, people, conversations and files',
  )
    .argument('<dump>', 'a plain SQL dump, also as .gz; Ticketz’s own backup archive; or - for a pipe from pg_dump')
    .option('--media <folder>', 'their folder public/, or an archive of it; Ticketz’s archive contains it')
    .option('--dry-run', 'move into a copy that is thrown away, and print the report')
    .option('--yes', 'answer every question with yes')
    .option('--companies <ids>', 'only these of their companies, such as 1,3-5', idsIn)
    .option('--name <company>', 'name of the company, where the product has no companies')
    .option('--zone <offset>', 'zone of dates that have none (default: -03:00)', offset)
    .option('--database <name>', 'which one, if the dump contains several')
    .option(
      '--take-sessions',
      'take over linked devices instead of scanning codes; only once the old system is stopped',
    )
    .option('--redis <file>', 'for --take-sessions: what redis-cli printed of the sessions (2025 fork)')
    .addOption(new Option('--answers <json>', 'answers that the operator gave on the page').hideHelp())
    .addHelpText('after', HELP)
    .action((dump: string, options: Options, command: Command) => {
      if (options.redis !== undefined && !options.takeSessions) command.error('error: --redis needs --take-sessions')
      return run(dump, options, carried)
    })
}

const HELP = `
The old system is only read. Stop it before the last dump, so that nothing is said there afterwards.
The same command with a newer dump adds only what is new. A killed import goes on with the same command.

  pg_dump --no-owner ticketz | balcao import - --media ./public
  balcao import ticketz-backup-20261129.tar.gz --dry-run`

async function run(dump: string, options: Options, { program }: CommandContext) {
  const { lowerPriority } = await import('../../src/platform/priority')
  const { importInstallation } = await import('../../src/operator/moving-in/import')
  const { allFillings, allMovers } = await import('../../src/standby')
  const { forgetFirstSignIn } = await import('../../src/operator/moving-in/folder')
  const { openFileTypes } = await import('../../src/operator/moving-in/file-types')
  lowerPriority(process.pid, NICENESS)
  const stopped = await interruption('The import was stopped. The same command goes on from here.')
  const fleet = process.env.BALCAO_FLEET ? await movingFleet(dataDirOf(options)) : undefined
  const signal = fleet ? AbortSignal.any([stopped, fleet.signal]) : stopped
  const types = openFileTypes(program)
  const line = progressLine()
  const answers = openAnswers(signal)
  let founded = null as FirstCompany | null
  try {
    const result = await importInstallation(
      {
        dataDir: dataDirOf(options),
        dump,
        media: options.media ?? null,
        isDryRun: options.dryRun === true,
        only: options.companies ?? null,
        name: options.name ?? null,
        zone: options.zone ?? null,
        database: options.database,
        sessions: options.takeSessions ? { redis: options.redis ?? null } : null,
      },
      {
        movers: allMovers,
        fillings: allFillings,
        fleet,
        now: Date.now,
        signal,
        typeOf: types.typeOf,
        ask: async (question) => {
          line.end()
          return answer(question, options, { dump, next: answers.next })
        },
        founded: (company) => {
          founded = company
        },
        progress: line.show,
      },
    )
    line.end()
    await print(outputOf(options), documentOf(result), await wordsOf(result, options))
    if (result.firstCompany) forgetFirstSignIn(dataDirOf(options))
  } catch (error) {
    line.end()
    if (founded) await printEarly(outputOf(options), foundedWords(founded, options, 'said again by the next import'))
    throw error
  } finally {
    line.end()
    answers.close()
    fleet?.end()
    await types.stop()
  }
}

async function movingFleet(dataDir: string) {
  const { holdControl, lookIn, movingFolders } = await import('../fleet')
  return {
    ...holdControl(dataDir),
    folders: movingFolders(dataDir),
    look: lookIn(dataDir),
    guard: (databases: Databases) => inFleet(databases, dataDir),
  }
}

/** Without a terminal nobody can answer. */
async function answer(
  question: Question,
  { yes, json, answers }: Options,
  { dump, next }: { dump: string; next(): Promise<string> },
): Promise<boolean> {
  const { Refusal } = await import('../../src/operator/refusal')
  if (answers !== undefined) return (await import('../../src/operator/moving-in/answers')).answerOf(answers, question)
  if (yes) return true
  const isAsked = dump !== '-' && process.stdin.isTTY && process.stderr.isTTY && json !== true
  if (!isAsked) throw new Refusal('The import asks questions, and nobody can answer here. Add --yes, or --dry-run.')
  process.stderr.write(`${questionWords(question).join('\n')} [y/N] `)
  return /^(y|yes|s|sim)$/i.test((await next()).trim())
}

function questionWords(question: Question): string[] {
  if (question.kind === 'proceed') return [...foundWords(question.found), '', 'Import these?']
  if (question.kind === 'sessions') return ['', ...question.risks.map((risk) => `- ${risk}`), '', question.confirmation]
  const { name, users } = question.company
  return [
    '',
    `"${name}" is the company of their operator (${users === 1 ? 'one user' : `${number(users)} users`}).`,
    'If you are that operator, it moves into company 1, and its super users become operators here.',
    'Otherwise it comes as a company like the others. Are you?',
  ]
}

const familyNames: Readonly<Record<SourceSummary['family'], string>> = {
  ticketz: 'Ticketz',
  community: 'Whaticket (community)',
  saas: 'Whaticket SaaS',
  saas2025: 'Whaticket SaaS (2025)',
  izing: 'Izing',
}
const number = (count: number): string => count.toLocaleString('en')

const foundWords = ({ family, version, companies }: SourceSummary): string[] => [
  `Found: ${familyNames[family]}${version === null ? '' : `, latest step ${version}`}`,
  '',
  ...table([
    ['#', 'company', 'users', 'contacts', 'conversations', 'messages'],
    ...companies.map(({ id, name, users, contacts, tickets, messages }: FoundCompany) => [
      id,
      name || '-',
      number(users),
      number(contacts),
      number(tickets),
      number(messages),
    ]),
  ]),
  ...companies.flatMap(warningWords),
]

const warningWords = ({ name, takenEmails }: FoundCompany): string[] =>
  takenEmails.length === 0
    ? []
    : [
        '',
        `Warning: nobody could administer "${name}", because other companies here use the e-mails of its people:`,
        `  ${takenEmails.slice(0, SHOWN).join(', ')}${takenEmails.length > SHOWN ? ', …' : ''}`,
        'It comes with everything else. Create an administrator for it afterwards, with balcao user create.',
      ]

const documentOf = ({ report, firstCompany }: ImportResult) => ({
  ...report,
  founded: firstCompany ? { email: firstCompany.admin.email, password: firstCompany.password } : null,
})

async function wordsOf({ report, firstCompany }: ImportResult, options: Options): Promise<string[]> {
  const { movingTexts } = await import('../../src/texts/moving-in')
  const { reportOrder: order } = await import('../../src/moving-in/contract')
  const { reasons, kinds } = movingTexts.en
  const kindOf = (what: string): string => (Object.hasOwn(kinds, what) ? kinds[what as keyof typeof kinds] : what)
  const wordsFor = ({ what, reason }: Pick<MovedCount, 'what' | 'reason'>) => `${kindOf(what)}: ${reasons[reason]}`
  const section = (head: string, counts: readonly MovedCount[], details: CompanyReport['details'] = []) =>
    counts.length === 0
      ? []
      : [
          head,
          ...counts
            .toSorted((a, b) => b.count - a.count)
            .flatMap((one) => [`  ${number(one.count)}  ${wordsFor(one)}`, ...detailsOf(one, details)]),
        ]
  const { isDryRun, companies, installation, left, unknownColumns } = report
  return [
    `${familyNames[report.family as SourceSummary['family']] ?? report.family}${report.version === null ? '' : `, latest step ${report.version}`}`,
    ...companies.flatMap((company) => [
      '',
      ...headOf(company, isDryRun),
      ...linesOf(company, order, kindOf),
      ...section('Here already, or part of another row:', company.merged, company.details),
      ...section('Not imported:', company.skipped, company.details),
      ...section('Imported, but look at these:', company.noted, company.details),
      ...company.sessions.map(
        ({ name, number, outcome }) =>
          `Linked device of ${name}${number === null ? '' : ` (${number})`}: ${outcomes[outcome]}`,
      ),
    ]),
    '',
    ...installationWords(installation, order, kindOf),
    ...section('Here already:', installation.merged),
    ...section('Not imported:', installation.skipped),
    ...section('Look at these:', installation.noted),
    ...section('Belongs to no company, and stays there:', left),
    ...(unknownColumns.length === 0
      ? []
      : [`Columns of a fork that Balcão does not know: ${unknownColumns.join(', ')}`]),
    ...(isDryRun ? ['Nothing was imported: this was a dry run.'] : []),
    ...(firstCompany ? foundedWords(firstCompany, options, 'shown only this once') : []),
  ]
}

/** Also of an import that ended early: nothing else says the password. */
const foundedWords = ({ admin, password }: FirstCompany, options: Options, until: string): string[] => [
  `There was no installation in ${dataDirOf(options)}, so one was created.`,
  `Start it: balcao serve --data ${dataDirOf(options)}`,
  `Sign in as its operator with: ${admin.email}`,
  ...(password ? [`Password, ${until}: ${password}`] : []),
]

const outcomes: Readonly<Record<TakenSession['outcome'], string>> = {
  taken: 'taken over',
  none: 'no session in the dump; link it with a QR code',
  attempt: 'no phone was linked there; link it with a QR code',
  unreadable: 'its session is damaged; link it with a QR code',
  browser: 'kept in a browser, which only that browser reads; link it with a QR code',
  linkedHere: 'has a session here already, which stays',
  inUse: 'another connection here has this number',
}

function headOf({ name, id, theirs, isAgain, movedBefore }: CompanyReport, isDryRun: boolean): string[] {
  const fate = () => {
    if (movedBefore)
      return isDryRun ? `is company ${id} here, and would get what is new` : `is company ${id}, and got what is new`
    if (isAgain) return isDryRun ? `would become company ${id}, the operator’s` : `is company ${id} now, the operator’s`
    return isDryRun ? 'would be a new company' : `is company ${id} now`
  }
  return [`"${name}" (${theirs} there) ${fate()}`]
}

function installationWords(
  installation: ImportReport['installation'],
  order: readonly string[],
  kindOf: (what: string) => string,
): string[] {
  const lines = linesOf(installation, order, kindOf)
  return lines.length === 0 ? [] : ['For all companies', ...lines]
}

function linesOf(
  { imported, merged, skipped }: Pick<CompanyReport, 'imported' | 'merged' | 'skipped'>,
  order: readonly string[],
  kindOf: (what: string) => string,
) {
  const sum = (counts: readonly MovedCount[], what: string) =>
    counts.reduce((total, one) => total + (one.what === what ? one.count : 0), 0)
  const names = new Set([...Object.keys(imported), ...[...merged, ...skipped].map(({ what }) => what)])
  const rank = (what: string) => (order.includes(what) ? order.indexOf(what) : order.length)
  const rows = [...names]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((what) => {
      const [here, joined, left] = [imported[what] ?? 0, sum(merged, what), sum(skipped, what)]
      const known = sum(
        merged.filter(({ reason }) => reason === 'alreadyHere' || reason === 'changedThere'),
        what,
      )
      const difference = joined + left
      const why = [
        ...(known > 0 ? [`${number(known)} here already`] : []),
        ...(joined > known ? [`${number(joined - known)} part of another`] : []),
        ...(left > 0 ? [`${number(left)} not imported`] : []),
      ]
      return [kindOf(what), number(here + difference), number(here), why.join(', ')]
    })
  return rows.length === 0 ? [] : table([['', 'there', 'came', ''], ...rows])
}

const SHOWN = 10

/** The first lines of a reason; --json has a thousand. */
function detailsOf({ what, reason }: MovedCount, details: CompanyReport['details']): string[] {
  const lines = details.find((one) => one.what === what && one.reason === reason)?.lines ?? []
  return [
    ...lines.slice(0, SHOWN).map((line) => `       ${line}`),
    ...(lines.length > SHOWN ? [`       … ${number(lines.length - SHOWN)} more, with --json`] : []),
  ]
}

/** One line that is written over, on a terminal only. */
function progressLine(): { show: ImportDeps['progress']; end(): void } {
  const isShown = process.stderr.isTTY
  let shownAt = Number.NEGATIVE_INFINITY
  let isOpen = false
  return {
    show({ step, done, total, company }) {
      if (!isShown || performance.now() - shownAt < EVERY) return
      shownAt = performance.now()
      isOpen = true
      const of = total === null || total === 0 ? number(done) : `${Math.floor((100 * done) / total)} %`
      const where = company ? `${company.at}/${company.of} ${company.name}, ${step}` : step
      process.stderr.write(`\r\x1b[K${`${where}: ${of}`.slice(0, (process.stderr.columns ?? 80) - 1)}`)
    },
    end() {
      if (isOpen) process.stderr.write('\r\x1b[K')
      isOpen = false
    },
  }
}
const EVERY = 200

/** `1,3-5` */
function idsIn(words: string): (id: string) => boolean {
  const ranges = words.split(',').map((word) => {
    const [, from, to = from] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(word) ?? []
    if (from === undefined) throw new InvalidArgumentError('It must be ids such as 1,3-5.')
    return { from: Number(from), to: Number(to) }
  })
  return (id) => ranges.some(({ from, to }) => Number(id) >= from && Number(id) <= to)
}

function offset(word: string): string {
  if (!/^(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(word))
    throw new InvalidArgumentError('It must be an offset such as -03:00.')
  return word
}
