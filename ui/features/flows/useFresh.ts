import { useState } from 'react'
import type { FlowDetails } from '../../../src/features/flows/contract'
import type { FlowNode } from '../../../src/features/flows/format/contract'

/** Nodes that nobody has filled in yet: what is missing in them is not shown as wrong, until they are left. */
export function useFresh(opened: FlowDetails['flow'], flow: FlowDetails['flow']) {
  const [fresh, setFresh] = useState<ReadonlyMap<string, FlowNode>>(() => {
    const start = opened.nodes[opened.start]
    return new Map(start && Object.keys(opened.nodes).length === 1 ? [[opened.start, start]] : [])
  })
  const isEdited = ([id, node]: readonly [string, FlowNode]) => id !== opened.start && flow.nodes[id] !== node
  return {
    has: (id: string) => fresh.has(id),
    add: (id: string, node: FlowNode) => setFresh((before) => new Map(before).set(id, node)),
    /** The start goes along with the first other one. */
    settleEdited() {
      const rest = [...fresh].filter((one) => !isEdited(one))
      if (rest.length < fresh.size) setFresh(new Map(rest.filter(([id]) => id !== opened.start)))
    },
    settleAll: () => setFresh(new Map()),
  }
}
