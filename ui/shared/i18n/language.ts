/** The current language and its texts. Only the chosen language is loaded, and only the texts of the open screens. */
import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { addTo, type Catalogue } from './catalogue'
import type { Texts } from './define'
import { isLanguage, type Language } from './languages'
import { type Text, textOf } from './translate'

const STORED_AS = 'language'
/** The language chosen in this browser, or null. */
export const chosenLanguage = (): Language | null => {
  const value = localStorage.getItem(STORED_AS)
  return isLanguage(value) ? value : null
}

const stateAtom = atom<{ language: Language; texts: Catalogue }>({ language: chosenLanguage() ?? 'pt-BR', texts: {} })
export const languageAtom = atom((get) => get(stateAtom).language)
export const textAtom = atom((get): Text => textOf(get(stateAtom).language, get(stateAtom).texts))

const loaded = new Set<Texts>()
/** The last chosen language; its texts may still be loading. */
const wantedAtom = atom<Language | null>(null)

/** The texts for code outside React (toasts from the socket, the document's title). */
export const text = (): Text => store.get(textAtom)

/** Loads texts in the current language, each once; resolves when they can be shown. */
export async function loadTexts(...wanted: readonly Texts[]): Promise<void> {
  const missing = wanted.filter((texts) => !loaded.has(texts))
  if (missing.length === 0) return
  const { language } = store.get(stateAtom)
  const slices = await sliced(missing, language)
  const now = store.get(stateAtom)
  if (now.language !== language) return loadTexts(...wanted)
  for (const texts of missing) loaded.add(texts)
  // Mutates in place: what is on screen has its texts already and need not render again for another page's.
  addTo(now.texts, slices)
  document.documentElement.lang = language
}

/** Sets and stores the chosen language; everything on the screen changes at once. */
export async function chooseLanguage(language: Language) {
  localStorage.setItem(STORED_AS, language)
  await speak(language)
}

/** Sets a language without storing it: the company's, for users who never chose one. */
export async function speak(language: Language) {
  store.set(wantedAtom, language)
  if (store.get(stateAtom).language === language) return
  const parts = [...loaded]
  const slices = await sliced(parts, language)
  if (store.get(wantedAtom) !== language) return
  // More texts were loaded meanwhile, in the previous language.
  if (parts.length < loaded.size) return speak(language)
  store.set(stateAtom, { language, texts: addTo({}, slices) })
  document.documentElement.lang = language
}

const sliced = (texts: readonly Texts[], language: Language) => Promise.all(texts.map((one) => one.of(language)))
