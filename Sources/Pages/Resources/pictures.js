addEventListener("error",e=>{if(e.target.tagName==="IMG")e.target.remove()},true);
