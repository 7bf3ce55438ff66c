/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const supportTexts = defineTexts('support', (language) => import(`./support.${language}.json`), {
  name: 'Acesso do suporte',
  inside: 'Você está em {company} por suporte, até {until}. Tudo fica na auditoria.',
  leave: 'Sair',
  asks: '{name}, do suporte, pede para entrar: “{reason}”.',
  allowed: '{name}, do suporte, pode entrar até {until}.',
  allow: { one: 'Permitir por {count} h', other: 'Permitir por {count} h' },
  refuse: 'Negar',
  revoke: 'Encerrar',
})
