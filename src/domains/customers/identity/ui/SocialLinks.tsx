import { authPageUrl } from './AuthLayout.tsx';

export interface Provider {
  readonly id: string;
  readonly label: string;
}

/** Links to social sign-in. Not forms, because they lead to another site. */
export function SocialLinks({ providers, params }: { providers: readonly Provider[]; params: URLSearchParams }) {
  return providers.map(({ id, label }) => (
    <a key={id} className="button button-outline" href={authPageUrl(`/auth/login/social/${id}`, params)}>
      Continue with {label}
    </a>
  ));
}
