// Our sign.
export const FISH = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path class="jp-icon3" fill="#0072B2" d="M2 12c3-5 9-7 14-3l5-4v14l-5-4c-5 4-11 2-14-3z"/><circle cx="8" cy="11" r="1.2" fill="#fff"/></svg>';
