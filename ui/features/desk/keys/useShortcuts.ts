/** The desk's shortcuts: maps keys to commands for the mounted components. */
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '../../../shared/covered'
import { composer } from '../../messages/composer/box'
import { type Command, commandOf, type FocusArea, isWriting } from '../rules/shortcuts'

/** The search field of the list. */
export const SEARCH = 'desk-search'
export const focusSearch = (): void => document.getElementById(SEARCH)?.focus()

/** Returns true if it handled the command; the browser's default is then prevented. */
type Listener = (command: Command) => unknown

class Commands {
  readonly #listeners = new Set<Listener>()
  on(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  give(command: Command): boolean {
    return [...this.#listeners].map((listener) => listener(command)).includes(true)
  }
}

const deskCommandsAtom = atom(new Commands())

function focusAreaOf(target: EventTarget | null): FocusArea {
  if (!(target instanceof HTMLElement)) return 'elsewhere'
  if (target.id === SEARCH) return 'search'
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')) return 'field'
  return target.closest('[data-ticket]') ? 'row' : 'elsewhere'
}

/** Listens to the keyboard; mounted once, by the page. */
export function useShortcutKeys(): void {
  const commands = useAtomValue(deskCommandsAtom)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return
      const { key, code, altKey, ctrlKey, metaKey } = event
      const pressed = { key, code, altKey, ctrlKey, metaKey, place: focusAreaOf(event.target) }
      // The character is typed, or the clipboard pasted, into the newly focused field.
      if (isWriting(pressed, event.getModifierState('AltGraph')) && composer()) return composer()?.focus()
      const command = commandOf(pressed)
      // Enter on a link or button keeps its default action.
      if (!command || command === 'open') return
      const isTaken = commands.give(command)
      // Without an open conversation the browser's own search opens.
      if (command !== 'back' && (command !== 'find' || isTaken)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [commands])
}

export function useCommand(then: Listener): void {
  const commands = useAtomValue(deskCommandsAtom)
  const onCommand = useEffectEvent(then)
  useEffect(() => commands.on((command) => onCommand(command)), [commands])
}
