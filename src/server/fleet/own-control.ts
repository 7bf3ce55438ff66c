/** control.db at its owner, on a node that never follows another one's. */

import type { AskedWrite, ControlWrites, WriteAnswer } from '../../platform/control-writes'
import { openControl } from '../../platform/databases'
import type { WritableControl } from '../../platform/sqlite'
import type { FleetControl } from './parts'

export type NodeControl = FleetControl & {
  /** Resolves when control.db can be read here. */
  whenReadable(): Promise<void>
  open(): Promise<void>
  attach(server: { readonly controlWrites: ControlWrites }): void
  close(): Promise<void>
}

export function createOwnControl(dataDir: string): NodeControl {
  const readable = Promise.withResolvers<void>()
  let own: WritableControl | undefined
  let writes: ControlWrites | undefined
  const opened = (): WritableControl => {
    if (!own) throw new Error('control.db is not open here')
    return own
  }
  return {
    get db() {
      return opened()
    },
    writable: opened,
    async ask(asked: AskedWrite): Promise<WriteAnswer> {
      if (!writes) throw new Error('the server is not open yet')
      return writes.receive(asked)
    },
    whenReadable: () => readable.promise,
    async open() {
      own ??= openControl(dataDir)
      readable.resolve()
    },
    attach(server) {
      writes = server.controlWrites
    },
    async close() {
      own?.$client.close()
      own = undefined
    },
  }
}
