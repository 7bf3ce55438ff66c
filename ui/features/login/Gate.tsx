import type { ReactNode } from 'react'
import { LanguageSelect } from '../../shared/kit/LanguageSelect'
import logo from '../../shared/theme/logo.svg'
import { Stage } from './Stage'
import { SupportLink } from './SupportLink'
import { Version } from './Version'

/** The frame of the pages before sign-in: a form, and an illustration beside it. */
export function Gate({ children }: { children: ReactNode }) {
  return (
    <div className="gate">
      <main className="grid grid-rows-[auto_1fr_auto] px-10 py-8 max-md:p-5">
        <div className="flex items-center gap-2.5 font-semibold text-md">
          <img src={logo} width="28" height="28" alt="" />
          Balcão
        </div>
        {children}
        <footer className="flex items-center gap-4 text-xs text-faint">
          <LanguageSelect />
          <SupportLink />
          <Version />
        </footer>
      </main>
      <Stage />
    </div>
  )
}
