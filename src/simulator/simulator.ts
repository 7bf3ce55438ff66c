/**
 * A local WhatsApp: a server that speaks the real protocol to unmodified Baileys clients, and simulated phones.
 *
 *   const simulator = await startSimulator()
 *   const company = simulator.addPhone({ phone: '552130421180', name: 'Loja Centro', role: 'company' })
 *   const maria = simulator.addPhone({ phone: '5521996124087', name: 'Maria', role: 'customer' })
 *   // a client on `simulator.url` that trusts `simulator.rootKey` shows a QR code …
 *   await company.scan(qr)                        // … and is linked; it comes back with its credentials
 *   const id = await maria.say('552130421180', 'oi')
 *   await maria.until((phone) => phone.chats[0]?.messages.find((message) => !message.fromMe))
 *
 * Everything a person or a test can do is a Command (contract.ts): `run` here, `POST /control/command` from
 * another process. A failed test prints `trace()`.
 */
import { type Command, type CommandResult, EMPTY_LOAD, type SimulatorState } from './contract'
import { controlHandler } from './control'
import { createTimers, followersOf } from './followers'
import { createHookReceiver } from './hooks/receiver'
import type { Mailbox } from './mail/mailbox'
import { MediaStore } from './media/store'
import { describeContent } from './messages/describe'
import { openPhone, type Phone } from './phone'
import type { Asaas } from './pix/asaas'
import { runCommand } from './play/commands'
import { addAccount, type NewPhone, phoneOf } from './play/people'
import { restoreState, type SavedState } from './saved'
import { listenSomewhere } from './server'
import { blobFolder, readState, StateKeeper } from './state-file'
import { phoneView, stateOf } from './view'
import { createCertificate } from './wire/certificate'
import { seededRandom } from './wire/random'
import { Trace } from './wire/trace'
import type { Intercept, World } from './world'

export type { Phone }

export type SimulatorOptions = {
  /** 0 takes a free one. */
  port?: number
  hostname?: string
  seed?: number
  now?: () => number
  /**
   * Whether programs of this machine may control it over its port; false when the product does, which authenticates
   * users.
   */
  control?: boolean
  /** File that stores phones, linked devices and chats. */
  stateFile?: string
  /** Initial state, in the format of a state file; nothing is stored. */
  saved?: SavedState
  /** A mail server beside it, whose mails the page shows. */
  mailbox?: boolean
  /** A payment provider beside it, whose charges the page pays. */
  payments?: boolean
  log?: (text: string) => void
}

/** Optionally limited to one phone and to the newest lines. */
export type TraceFilter = { who?: string | undefined; newest?: number }

export type Simulator = {
  /** Where clients connect: ws://host:port/ws/chat */
  url: string
  origin: string
  /** Hex of the 32 bytes that clients have to trust. */
  rootKey: string
  addPhone(phone: NewPhone): Phone
  phone(number: string): Phone
  run(command: Command): Promise<CommandResult>
  state(): SimulatorState
  /** Calls the listener after changes, at most ten times a second. */
  subscribe(listener: (state: SimulatorState) => void): () => void
  /** For faults without a command: intercepts every stanza of every client. */
  intercept(intercept: Intercept): () => void
  /** `GET state|events|trace|media/<id>`, `POST command|media`; only the last parts of the path count. */
  handleControl(request: Request): Promise<Response>
  trace(filter?: TraceFilter): string
  readonly mailbox: Mailbox | null
  readonly payments: Asaas | null
  stop(): Promise<void>
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { hostname = '127.0.0.1', stateFile, control = true } = options
  const saved = options.saved ?? (stateFile === undefined ? undefined : await readState(stateFile))
  const seed = saved?.seed ?? options.seed ?? 1
  const keeper = stateFile === undefined ? undefined : new StateKeeper(stateFile, seed)
  const world = createWorld({ ...options, seed })
  if (saved) restoreState(world, saved)

  const mailbox = options.mailbox ? await openMailbox(world.now) : null
  const payments = options.payments ? await openPayments(world.now) : null
  const state = () => stateOf(world, mailbox, payments)
  const followers = followersOf(state)
  mailbox?.subscribe(followers.changed)
  payments?.subscribe(followers.changed)
  const timers = createTimers()
  world.later = timers.later
  world.changed = () => {
    keeper?.changed(world)
    followers.changed()
  }

  const simulatorParts = {
    run: (command: Command) => runCommand(world, command),
    state,
    subscribe: followers.subscribe,
    trace: (filter?: TraceFilter) => world.trace.toString(filter),
  }
  const hands = {
    run: simulatorParts.run,
    onChange: followers.onChange,
    view: (number: string) => phoneView(world, phoneOf(world, number)),
  }
  const handleControl = controlHandler({
    ...simulatorParts,
    media: world.media,
    mailbox,
    payments,
    hooks: world.hooks.list,
  })
  const port = options.port || saved?.port || 0
  const server = listenSomewhere(world, { port, hostname, control: control ? handleControl : null })
  world.host = `${hostname}:${server.port}`

  return {
    ...simulatorParts,
    mailbox,
    payments,
    handleControl,
    url: `ws://${world.host}/ws/chat`,
    origin: `http://${world.host}`,
    rootKey: world.certificate.rootKey.toString('hex'),
    addPhone(phone) {
      addAccount(world, phone)
      return openPhone(hands, phone.phone)
    },
    phone: (number) => openPhone(hands, number),
    intercept(intercept) {
      world.intercepts.add(intercept)
      return () => void world.intercepts.delete(intercept)
    },
    async stop() {
      timers.stop()
      followers.stop()
      await keeper?.flush(world)
      world.changed = () => {}
      await server.stop(true)
      await mailbox?.stop()
      await payments?.stop()
    },
  }
}

async function openMailbox(now: () => number): Promise<Mailbox> {
  const { startMailbox } = await import('./mail/mailbox')
  return startMailbox({ now, accepts: () => true }) // the tokens of any account that the demo has signed in
}

async function openPayments(now: () => number): Promise<Asaas> {
  const { startAsaas } = await import('./pix/asaas')
  return startAsaas({ now })
}

function createWorld({ seed = 1, now = Date.now, log = () => {}, stateFile }: SimulatorOptions): World {
  const random = seededRandom(seed)
  const world: World = {
    host: '',
    random,
    now,
    log,
    certificate: createCertificate(random),
    accounts: new Map(),
    lids: new Map(),
    groups: new Map(),
    connections: new Set(),
    refs: new Map(),
    codes: new Map(),
    ceremonies: new Map(),
    answers: new Map(),
    media: new MediaStore(random.branch('files'), stateFile === undefined ? new Map() : blobFolder(stateFile)),
    faults: [],
    intercepts: new Set(),
    held: new Map(),
    heldReceipts: new Map(),
    unread: new Map(),
    histories: new Map(),
    ears: new Map(),
    load: { ready: [], ...EMPTY_LOAD, waiting: new Set() },
    scripts: new Map(),
    trace: new Trace(describeContent),
    events: [],
    eventCount: 0,
    changed: () => {},
    later: () => {},
    hooks: createHookReceiver(now, () => world.changed()),
  }
  return world
}
