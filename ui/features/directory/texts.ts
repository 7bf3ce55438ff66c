import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('directory', {
  'pt-BR': {
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
  },
  en: {
    profile: { admin: 'Administrator', supervisor: 'Supervisor', user: 'Attendant' },
    status: { available: 'Available', busy: 'Busy', away: 'Away' },
    offline: 'Offline',
    never: 'never signed in',
    farewell: 'Farewell message',
    mismatch: 'Passwords must match',
    access: {
      hint: 'While “Limit people to connections” is on, only the selected people see and use this connection.',
      always: 'Administrators can use every connection.',
      saved: 'Access updated',
      nobody: 'No one to choose.',
    },
  },
  es: {
    profile: { admin: 'Administrador', supervisor: 'Supervisor', user: 'Agente' },
    status: { available: 'Disponible', busy: 'Ocupado', away: 'Ausente' },
    offline: 'Desconectado',
    never: 'nunca entró',
    farewell: 'Mensaje de despedida',
    mismatch: 'Las contraseñas deben ser iguales',
    access: {
      hint: 'Con “Limitar personas a conexiones” activado, solo las personas marcadas ven y atienden por esta conexión.',
      always: 'Los administradores usan todas.',
      saved: 'Acceso actualizado con éxito',
      nobody: 'Nadie para elegir.',
    },
  },
  tr: {
    profile: { admin: 'Yönetici', supervisor: 'Süpervizör', user: 'Temsilci' },
    status: { available: 'Uygun', busy: 'Meşgul', away: 'Uzakta' },
    offline: 'Çevrimdışı',
    never: 'hiç giriş yapmadı',
    farewell: 'Veda mesajı',
    mismatch: 'Parolalar aynı olmalıdır',
    access: {
      hint: '“Kişileri bağlantılarla sınırla” açıkken bu bağlantıyı yalnızca işaretlenen kişiler görür ve kullanır.',
      always: 'Yöneticiler hepsini kullanır.',
      saved: 'Erişim güncellendi',
      nobody: 'Seçilecek kimse yok.',
    },
  },
})
