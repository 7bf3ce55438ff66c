import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('directory', (language) => import(`./texts.${language}.json`), {
  profile: { admin: 'Administrador', supervisor: 'Supervisor', user: 'Atendente' },
  status: { available: 'Disponível', busy: 'Ocupado', away: 'Ausente' },
  offline: 'Offline',
  never: 'nunca entrou',
  farewell: 'Mensagem de despedida',
  mismatch: 'As senhas devem ser iguais',
  access: {
    hint: 'Com “Limitar pessoas a conexões” ligado, só as pessoas marcadas veem e atendem por esta conexão.',
    always: 'Administradores usam todas.',
    saved: 'Acesso atualizado com sucesso!',
    nobody: 'Ninguém para escolher.',
  },
})
