/** Carries out what the states of a company ask for, one effect after the other. */
import { believesOwn, type CompanyEvent, type Effect, next, type Phase } from './company-state'

/** Who wrote the last `epoch` record of a company's log, and whether a `bye` record ended it. */
export type LastOwner = { readonly node: string; readonly incarnation: string; readonly hasEnded: boolean }

export type Claimant = {
  readonly incarnation: string
  /**
   * Undefined: the log is empty. What `owners` says is not enough: a taker may have written its epoch and not yet its name.
   */
  readonly mayFollow: (last: LastOwner | undefined) => Promise<boolean>
}

/** What a node can do with a company. Everything but `hold` and `drop` is done one after the other for a company. */
export type CompanyEffects = {
  /**
   * Brings a copy to the end of the log, from a snapshot if need be, and applies records as they come from then on. Resolves
   * when the end is reached. What goes wrong later is reported as `failed`.
   */
  follow(company: string, signal: AbortSignal): Promise<void>
  unfollow(company: string): Promise<void>
  /**
   * Applies what the log has now, asks whether its last owner may be followed, and writes an `epoch` record directly after
   * it, again and again until there is evidence. Returns the epoch; undefined if the last owner must not be followed or
   * another record stands there.
   */
  claim(company: string, claimant: Claimant, signal: AbortSignal): Promise<number | undefined>
  /** Opens files, sessions and sockets. The copy is no longer kept. */
  open(company: string, epoch: number): Promise<void>
  /**
   * Does what takes long before `part`, while the company is still at work. It goes on as before when the signal is aborted,
   * because the company stays after all.
   */
  prepareToPart?(company: string, signal: AbortSignal): Promise<void>
  /** Nothing new begins and nothing leaves; what comes in waits. */
  hold(company: string): void
  /** What waits is dropped, without an answer. */
  drop(company: string): void
  /** Ships what is committed, then a `bye` record. Throws if the chain is another's; never because of time. */
  part(company: string, signal: AbortSignal): Promise<void>
  /** Closes files, sessions and sockets, whose browsers connect again. */
  close(company: string): Promise<void>
  /** Puts files aside that may hold what is not in the chain. */
  putAside(company: string): Promise<void>
}

export type RunnerDeps = {
  readonly company: string
  readonly effects: CompanyEffects
  readonly claimant: () => Claimant
  /** Writes `owners`, and does not give up as long as the signal is not aborted. */
  readonly announce: (epoch: number, signal: AbortSignal) => Promise<void>
  readonly resign: (epoch: number) => Promise<void>
  readonly changed: (phase: Phase) => void
  /** An effect failed in a way that no state provides for. */
  readonly failed: (effect: Effect, error: unknown) => void
}

/** The company is another node's. */
export class NotOwned extends Error {}

export class CompanyRunner {
  readonly #deps: RunnerDeps
  #phase: Phase = 'cold'
  #epoch = 0
  #work: Promise<void> = Promise.resolve()
  #stay = new AbortController()
  /** Of a renewal that runs. */
  #renewing: AbortController | undefined

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Of the last claim. */
  get epoch(): number {
    return this.#epoch
  }

  /** Resolves when all effects so far are done. */
  settled = (): Promise<void> => this.#work

  /**
   * Runs `work` while nothing else is done with the company, which is owned before and after. It ends the log and claims it
   * anew, and returns the epoch. If that fails, the company is lost here.
   */
  renew(work: (claimant: Claimant, signal: AbortSignal) => Promise<number>): Promise<void> {
    const { announce, claimant, failed } = this.#deps
    const renewed = this.#work.then(async () => {
      if (!believesOwn(this.#phase)) throw new NotOwned(`${this.#deps.company} is not owned here`)
      this.#renewing = new AbortController()
      const { signal } = this.#renewing
      try {
        this.#epoch = await work(claimant(), signal)
        await announce(this.#epoch, signal)
      } finally {
        this.#renewing = undefined
      }
    })
    this.#work = renewed.catch((error: unknown) => {
      if (error instanceof NotOwned) return
      failed('claim', error)
      this.send('refused')
    })
    return renewed
  }

  send(event: CompanyEvent): void {
    const step = next(this.#phase, event)
    if (!step) throw new Error(`${this.#deps.company}: "${event}" cannot happen while it is ${this.#phase}`)
    const { company, effects } = this.#deps
    const isAtWork = this.#phase === 'own' || this.#phase === 'unsure'
    const staysAtWork = isAtWork && (step.phase === 'own' || step.phase === 'unsure')
    const isChanged = step.phase !== this.#phase
    this.#phase = step.phase
    if (step.phase === 'lost') this.#renewing?.abort()
    if (isChanged && !staysAtWork) {
      this.#stay.abort()
      this.#stay = new AbortController()
    }
    const { signal } = this.#stay
    for (const effect of step.effects)
      if (effect === 'hold' || effect === 'drop') effects[effect](company)
      else this.#work = this.#work.then(() => this.#run(effect, signal))
    if (isChanged) this.#deps.changed(this.#phase)
  }

  /** What an effect reports counts only if no event has come between. */
  async #run(effect: Exclude<Effect, 'hold' | 'drop'>, signal: AbortSignal): Promise<void> {
    try {
      const event = await this.#carryOut(effect, signal)
      if (event && !signal.aborted) this.send(event)
    } catch (error) {
      if (!signal.aborted) this.#fail(effect, error)
    }
  }

  async #carryOut(effect: Exclude<Effect, 'hold' | 'drop'>, signal: AbortSignal): Promise<CompanyEvent | undefined> {
    const { company, effects, announce, resign, claimant } = this.#deps
    switch (effect) {
      case 'follow':
        if (!signal.aborted) await effects.follow(company, signal)
        return 'fetched'
      case 'claim': {
        if (signal.aborted) return
        const epoch = await effects.claim(company, claimant(), signal)
        if (epoch === undefined) return 'beaten'
        if (!signal.aborted) this.#epoch = epoch
        return 'claimed'
      }
      case 'open':
        if (!signal.aborted) await effects.open(company, this.#epoch)
        return
      case 'announce':
        if (!signal.aborted) await announce(this.#epoch, signal)
        return
      case 'part':
        if (!signal.aborted) await effects.part(company, signal)
        return 'parted'
      case 'resign':
        await resign(this.#epoch)
        return
      case 'putAside':
        await effects.putAside(company)
        return 'closed'
      case 'unfollow':
      case 'close':
        await effects[effect](company)
    }
  }

  #fail(effect: Effect, error: unknown): void {
    this.#deps.failed(effect, error)
    if (effect === 'follow' || effect === 'claim' || effect === 'open') this.send('failed')
    else if (effect === 'part') this.send('refused')
    // A file that cannot be put aside must not be used again: the company stays lost here.
  }
}
