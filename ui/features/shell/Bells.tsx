import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense } from 'react'
import { hasFeature } from '../../../src/tenancy/contract'
import { lazyPart } from '../../shared/lazyPart'
import { modulesAtom } from '../../shared/module'
import { whenQuiet } from '../../shared/quiet'
import { useMay, useUser } from '../../shared/session/useUser'
import { loadPageStyles } from '../../shared/theme/pageStyles'

const bellsAtom = atom((get) =>
  get(modulesAtom).flatMap(({ name, bell, menu, isBellForAll = false }) =>
    bell ? [{ name, menu, isBellForAll, Bell: lazyPart(() => whenQuiet().then(loadPageStyles).then(bell)) }] : [],
  ),
)

/** The modules' bells in the top bar, for users who see their pages. */
export function Bells() {
  const bells = useAtomValue(bellsAtom)
  const may = useMay()
  const { features } = useUser().company
  return bells
    .filter(
      ({ menu, isBellForAll }) =>
        (isBellForAll || !menu?.needs || may(menu.needs)) && (!menu?.plan || hasFeature(features, menu.plan)),
    )
    .map(({ name, Bell }) => (
      <Suspense key={name}>
        <Bell />
      </Suspense>
    ))
}
