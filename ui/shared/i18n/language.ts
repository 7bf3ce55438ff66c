/** The current language and its texts. Only the chosen one is ever loaded. */
import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { type Catalogue, loadPart, type Part } from './catalogue'
import { isLanguage, type Language } from './languages'
import { type Text, textOf } from './translate'

const STORED_AS = 'language'
/** What was chosen in this browser; null until somebody chooses. */
export const chosenLanguage = (): Language | null => {
  const value = localStorage.getItem(STORED_AS)
  return isLanguage(value) ? value : null
}

const stateAtom = atom<{ language: Language; texts: Catalogue }>({ language: chosenLanguage() ?? 'pt-BR', texts: {} })
export const languageAtom = atom((get) => get(stateAtom).language)
export const textAtom = atom((get): Text => textOf(get(stateAtom).language, get(stateAtom).texts))

const loaded = new Set<Part>()
/** Chosen last; its texts may still be on their way. */
const wantedAtom = atom<Language | null>(null)

/** The texts for outside of React (toasts from the socket, the document's title). */
export const text = (): Text => store.get(textAtom)

/** Loads a part of the current language, once. */
export async function loadTexts(part: Part) {
  if (loaded.has(part)) return
  const { language } = store.get(stateAtom)
  const texts = await loadPart(language, part)
  const now = store.get(stateAtom)
  if (now.language !== language) return loadTexts(part)
  loaded.add(part)
  store.set(stateAtom, { language, texts: { ...now.texts, ...texts } })
  document.documentElement.lang = language
}

/** Sets and stores the chosen language; everything on the screen changes at once. */
export async function chooseLanguage(language: Language) {
  localStorage.setItem(STORED_AS, language)
  await speak(language)
}

/** Sets a language without storing it: the company's, for people who never chose. */
export async function speak(language: Language) {
  store.set(wantedAtom, language)
  if (store.get(stateAtom).language === language) return
  const parts = [...loaded]
  const texts = await Promise.all(parts.map((part) => loadPart(language, part)))
  if (store.get(wantedAtom) !== language) return
  // Another part came meanwhile, in the language before.
  if (parts.length < loaded.size) return speak(language)
  store.set(stateAtom, { language, texts: Object.assign({}, ...texts) })
  document.documentElement.lang = language
}
