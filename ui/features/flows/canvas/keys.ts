import type { KeyboardEvent } from 'react'
import { KIT } from '../BlockPalette'
import { type Direction, GRID, moveNodes, neighbour, spotOf } from '../edit'
import { FIRST_EXIT, FIRST_FIELD } from '../Inspector'
import type { CanvasProps } from './shown'

const ways: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The keys of a node that has the focus. */
export function keysOfNode({ draft, picked, pick, several, duplicate, remove, onGo }: CanvasProps) {
  const { flow, change } = draft
  return (event: KeyboardEvent, id: string) => {
    const way = ways[event.key]
    const key = event.key.toLowerCase()
    const isCommand = event.ctrlKey || event.metaKey
    if (way && event.altKey) {
      const [x, y] = spotOf(flow, id)
      const by = { up: [0, -GRID], down: [0, GRID], left: [-GRID, 0], right: [GRID, 0] }[way] as [number, number]
      change(moveNodes(flow, { [id]: [x + by[0], y + by[1]] }), `move ${id}`)
    } else if (way) {
      const next = neighbour(flow, id, way)
      if (next) onGo(next)
    } else if (isCommand && key === 'd') {
      if (picked.size > 0) several.duplicate()
      else duplicate(id)
    } else if (isCommand && key === 'a') several.pickAll()
    else if (isCommand || event.altKey) return
    else if (event.key === 'Enter') document.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    else if (key === 'c') document.querySelector<HTMLElement>(FIRST_EXIT)?.focus()
    else if (key === 'a') document.querySelector<HTMLElement>(`#${KIT} button`)?.focus()
    else if (event.key === ' ') several.toggle(id)
    else if (event.key === 'Escape' && picked.size > 0) pick(new Set())
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (picked.size > 0) several.remove()
      else remove(id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Undo and redo, wherever the focus is on the canvas. */
export function keysOfCanvas({ draft }: CanvasProps) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) draft.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) draft.redo()
    else return
    event.preventDefault()
  }
}
