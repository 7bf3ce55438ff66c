/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const supportTexts = defineTexts('support', {
  'pt-BR': {
    name: 'Acesso do suporte',
    inside: 'Você está em {company} por suporte, até {until}. Tudo fica na auditoria.',
    leave: 'Sair',
    asks: '{name}, do suporte, pede para entrar: “{reason}”.',
    allowed: '{name}, do suporte, pode entrar até {until}.',
    allow: { one: 'Permitir por {count} h', other: 'Permitir por {count} h' },
    refuse: 'Negar',
    revoke: 'Encerrar',
  },
  en: {
    name: 'Support access',
    inside: 'You are in {company} as support, until {until}. Everything is logged.',
    leave: 'Leave',
    asks: '{name}, of the support, asks to enter: “{reason}”.',
    allowed: '{name}, of the support, may enter until {until}.',
    allow: { one: 'Allow for {count} h', other: 'Allow for {count} h' },
    refuse: 'Refuse',
    revoke: 'End',
  },
  es: {
    name: 'Acceso del soporte',
    inside: 'Usted está en {company} por soporte, hasta {until}. Todo queda en la auditoría.',
    leave: 'Salir',
    asks: '{name}, del soporte, pide entrar: “{reason}”.',
    allowed: '{name}, del soporte, puede entrar hasta {until}.',
    allow: { one: 'Permitir por {count} h', other: 'Permitir por {count} h' },
    refuse: 'Negar',
    revoke: 'Terminar',
  },
  tr: {
    name: 'Destek erişimi',
    inside: '{until} tarihine kadar {company} şirketinde destek olarak bulunuyorsunuz. Her şey kaydedilir.',
    leave: 'Çık',
    asks: 'Destekten {name} girmek istiyor: “{reason}”.',
    allowed: 'Destekten {name}, {until} tarihine kadar girebilir.',
    allow: { one: '{count} saat izin ver', other: '{count} saat izin ver' },
    refuse: 'Reddet',
    revoke: 'Bitir',
  },
})
