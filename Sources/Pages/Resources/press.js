(()=>{const c=navigator.clipboard,r=document.documentElement;let told
if(c&&c.writeText)r.className="copies"
document.addEventListener("click",e=>{const a=e.target.closest("a"),n=a&&a.closest("[data-tap]")
if(!n)return
const tell=copied=>{if(told)return;told=1
navigator.sendBeacon(n.dataset.tap,new Blob([JSON.stringify({link_click_id:n.dataset.click,copied,screen:screen.width+"x"+screen.height,scale:devicePixelRatio,timezone:Intl.DateTimeFormat().resolvedOptions().timeZone,languages:(navigator.languages||[navigator.language]).slice(0,8)})],{type:"application/json"}))}
if(!a.dataset.copy||!r.className)return tell(false)
c.writeText(a.dataset.copy).then(()=>tell(true),()=>tell(false))
addEventListener("pagehide",()=>tell());setTimeout(tell,500)})})()
