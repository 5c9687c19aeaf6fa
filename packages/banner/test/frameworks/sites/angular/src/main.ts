import { Component, ElementRef, inject, Renderer2 } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet } from '@angular/router';

/** Templates of Angular leave scripts out: a marked one is made. */
const mark = (name: string): void => {
	const renderer = inject(Renderer2);
	const script = renderer.createElement('script');
	for (const [key, value] of Object.entries({
		type: 'text/plain',
		'data-luvalla': 'statistics',
		'data-src': `http://stats.invalid/mark/${name}`,
	}))
		renderer.setAttribute(script, key, value);
	renderer.appendChild(inject(ElementRef).nativeElement, script);
};

@Component({
	selector: 'shop-home',
	imports: [RouterLink],
	template: `<main>
		<h1>Home</h1>
		<a routerLink="/other">Other</a>
		<iframe title="Film" data-luvalla="media" data-src="http://video.invalid/frame/film"></iframe>
	</main>`,
})
class Home {
	constructor() {
		mark('home');
	}
}

@Component({ selector: 'shop-other', imports: [RouterLink], template: `<main><h1>Other</h1><a routerLink="/">Home</a></main>` })
class Other {
	constructor() {
		mark('other');
	}
}

@Component({ selector: 'shop-root', imports: [RouterOutlet], template: '<router-outlet />' })
class Root {}

bootstrapApplication(Root, {
	providers: [
		provideRouter([
			{ path: '', component: Home },
			{ path: 'other', component: Other },
		]),
	],
});
