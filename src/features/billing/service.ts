/** What this server has under way with payment providers. */

import { type Wait, waitForAll } from '../../platform/gate'
import { defineService } from '../../platform/module'
import { type ControlDb, remembered } from '../../platform/sqlite'
import type { Clock } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import type { EfiTokens } from './providers/efi'
import type { Provider } from './providers/provider'
import { providerNamed } from './providers/providers'
import type { Charge } from './tables'

declare module '../../platform/module' {
  interface Services {
    readonly billing: Billing
  }
}

type Deps = {
  readonly control: ControlDb
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly clock: Clock
  readonly wait: Wait
}

export class Billing {
  /** Pending requests for charges, so that two pages of a company get the same code. */
  readonly issuing = new Map<string, Promise<Charge>>()
  readonly #tokens: EfiTokens = new Map()
  readonly #deps: Deps
  readonly #markNow: (nothing: null) => object
  #invoiced: object | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#markNow = remembered(deps.control.$client, () => ({}), ['companies', 'plans'])
  }

  /** Undefined if a setting is missing. Charges of a former provider are read as long as its settings exist. */
  providerNamed(name: string): Provider | undefined {
    const { settings, clock, wait } = this.#deps
    return providerNamed(name, settings, { clock, wait, tokens: this.#tokens })
  }

  /** The provider of new charges; undefined if it is not set up. */
  chosenProvider(): Provider | undefined {
    return this.providerNamed(this.#deps.settings.read('pixProvider'))
  }

  /** Whether companies or plans have changed since the last call. Costs microseconds without a change. */
  hasNews(): boolean {
    const mark = this.#markNow(null)
    const isNew = mark !== this.#invoiced
    this.#invoiced = mark
    return isNew
  }
}

export const billing = defineService('billing', {
  create: ({ databases, operatorSettings, clock, gate }) =>
    new Billing({ control: databases.control, settings: operatorSettings, clock, wait: waitForAll(gate) }),
})
