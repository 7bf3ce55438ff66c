import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense } from 'react'
import { loadTexts } from '../../shared/i18n/language'
import { lazyPart } from '../../shared/lazyPart'
import { modulesAtom } from '../../shared/module'
import { whenQuiet } from '../../shared/quiet'
import { useMay } from '../../shared/session/useUser'
import { loadPageStyles } from '../../shared/theme/pageStyles'

/** What is rarely shown is fetched after what the page shows first. */
const stripsAtom = atom((get) =>
  get(modulesAtom)
    .flatMap(({ name, strip }) => (strip ? [{ name, ...strip }] : []))
    .sort((one, other) => one.order - other.order)
    .map(({ name, needs, texts, strip }) => ({
      name,
      needs,
      Strip: lazyPart(async () => {
        await whenQuiet().then(loadPageStyles)
        const [Strip] = await Promise.all([strip(), loadTexts(...texts)])
        return Strip
      }),
    })),
)

/** The modules' strips above every page, for users whom they concern. */
export function ModuleStrips() {
  const strips = useAtomValue(stripsAtom)
  const may = useMay()
  return strips
    .filter(({ needs }) => !needs || may(needs))
    .map(({ name, Strip }) => (
      <Suspense key={name}>
        <Strip />
      </Suspense>
    ))
}
